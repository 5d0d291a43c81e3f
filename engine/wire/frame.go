package wire

import (
	"encoding/binary"
	"errors"
	"io"
)

const (
	// LenPrefix is the size of the length in front of a payload.
	LenPrefix = 4
	// MaxFrameBytes is the largest payload that is read; as large is still good.
	//
	// Source: SocketServerConfigs, socket.request.max.bytes, 4.1.0.
	MaxFrameBytes = 104857600
	// RouteSize is how many bytes of a frame say where it goes.
	RouteSize = 12

	// firstRead is what is allocated before any byte of the payload has arrived.
	firstRead = 64 << 10
)

// AppendFrame appends payload with its length in front. A payload of more than MaxFrameBytes
// makes a frame that the other side refuses.
func AppendFrame(dst, payload []byte) []byte {
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(payload)))
	return append(dst, payload...)
}

// ReadFrame reads one frame from r and gives its payload, which may be empty. It takes no byte
// more than the frame's own, and as many reads as r likes to make of it: a read that brings
// less than was asked for is no error, the end of r is.
//
// The length is the other side's word. It is checked before anything is allocated, and even
// then memory grows with the bytes that arrive, not with the length: at most 64 KiB, or twice
// what has arrived.
//
// Errors: io.EOF as it is when r ends between two frames. ErrUnexpectedEOF when r ends inside
// one, ErrInvalidData for a length below 0 or over MaxFrameBytes, ErrRead when r has any other
// error; positions count from the frame's first byte. After each of the three r is of no use.
//
// Source: NetworkReceive.readFrom, 4.1.0.
//
// Differs from Kafka: it allocates the whole length at once, after the same check.
func ReadFrame(r io.Reader) (payload []byte, err error) {
	//lesson:begin read-frame
	var prefix [LenPrefix]byte
	n, err := io.ReadFull(r, prefix[:])
	if err == io.EOF {
		return nil, io.EOF
	}
	if err != nil {
		return nil, readError(err, 0, "size", n, LenPrefix)
	}
	size := int32(binary.BigEndian.Uint32(prefix[:]))
	if err := checkSize(size, 0); err != nil {
		return nil, err
	}
	return readPayload(r, int(size))
	//lesson:end read-frame
}

func readPayload(r io.Reader, size int) ([]byte, error) {
	payload := make([]byte, min(size, firstRead))
	have := 0
	for {
		n, err := io.ReadFull(r, payload[have:])
		have += n
		if err != nil && have < size {
			return nil, readError(err, LenPrefix, "payload", have, size)
		}
		if have == size {
			return payload, nil
		}
		more := make([]byte, min(size, 2*len(payload)))
		copy(more, payload)
		payload = more
	}
}

// checkSize holds a frame's length against what is allowed, at least the bytes given.
func checkSize(size, least int32) error {
	if size < least || size > MaxFrameBytes {
		return ErrInvalidData.At(0, "size", itoa(size), itoa(least)+" to "+itoa(MaxFrameBytes))
	}
	return nil
}

// readError tells the end of a connection from its breaking. base is where the field begins.
func readError(err error, base int, field string, have, want int) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return endsIn(int64(base+have), field, bytesText(have), bytesText(want))
	}
	return ErrRead.At(int64(base+have), field, bytesText(have), bytesText(want)).WithCause(err)
}

// Route is what the first 12 bytes of a frame say.
type Route struct {
	Size          int32 // bytes behind the length: the payload's
	APIKey        int16
	APIVersion    int16
	CorrelationID int32
}

// PeekRoute reads the first RouteSize bytes of a frame, length included, and looks at no
// other: enough to know what it asks for and whom to answer.
//
// Errors: ErrUnexpectedEOF for fewer bytes; ErrInvalidData for a length that is not allowed, or
// that leaves no room for the three fields: the bytes read for them would be another frame's.
func PeekRoute(frame []byte) (Route, error) {
	if len(frame) < RouteSize {
		return Route{}, endsIn(int64(len(frame)), "frame", bytesText(len(frame)),
			"at least "+itoa(RouteSize))
	}
	be := binary.BigEndian
	route := Route{
		Size:          int32(be.Uint32(frame)),
		APIKey:        int16(be.Uint16(frame[4:])),
		APIVersion:    int16(be.Uint16(frame[6:])),
		CorrelationID: int32(be.Uint32(frame[8:])),
	}
	if err := checkSize(route.Size, RouteSize-LenPrefix); err != nil {
		return Route{}, err
	}
	return route, nil
}
