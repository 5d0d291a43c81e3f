package picture_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kaenlog/engine/batch"
	"kaenlog/engine/demo"
	"kaenlog/engine/picture"
	"kaenlog/engine/wire"
)

// owners gives the group of each of n bytes, as the picture's tints say, the grid being the one
// whose first byte is at x, y.
func owners(t *testing.T, p *picture.Picture, n, x, y int) []string {
	t.Helper()
	all := slices.Repeat([]string{"payload"}, n)
	for _, s := range shapes(p, "tint") {
		group := strings.Fields(s.Class)[1]
		for _, b := range boxes(t, s.D) {
			for i := range all {
				cx, cy := x+i%8*24+12, y+i/8*21+9
				if b.x < cx && cx < b.x+b.w && b.y < cy && cy < b.y+b.h {
					if all[i] != "payload" {
						t.Errorf("byte %d is %s and %s", i, all[i], group)
					}
					all[i] = group
				}
			}
		}
	}
	return all
}

// firstRow gives where the first byte of the grid begins whose position reads "0", counting
// grids from the top.
func firstRow(t *testing.T, p *picture.Picture, grid int) (x, y int) {
	t.Helper()
	for _, s := range shapes(p, "pos") {
		if s.Text != "0" {
			continue
		}
		if grid == 0 {
			return s.X + 6, s.Y - 12
		}
		grid--
	}
	t.Fatal("no row of bytes begins at 0")
	return 0, 0
}

// hexOf reads the bytes back from the rows.
func hexOf(t *testing.T, p *picture.Picture, from int) []byte {
	t.Helper()
	var all []byte
	for _, s := range shapes(p, "hex")[from:] {
		if strings.Contains(s.Class, "letters") {
			break
		}
		for _, cell := range strings.Fields(s.Text) {
			var b byte
			if _, err := fmt.Sscanf(cell, "%02x", &b); err != nil {
				t.Fatal(err)
			}
			all = append(all, b)
		}
	}
	return all
}

func TestTheFrameIsTakenApartAsTheWireAndTheBatchAreLaidOut(t *testing.T) {
	run := produce(t, goldenFlags)
	frame := run.Bytes.Frame
	p := draw(t, run, "frame")
	if got := hexOf(t, p, 0); !bytes.Equal(got, frame) {
		t.Fatalf("the rows read %x", got)
	}
	at := int64(0) // every byte is in one field
	for _, s := range p.Steps[:len(p.Steps)-1] {
		if from, to := valueOf(t, s, "from").(int64), valueOf(t, s, "to").(int64); from != at ||
			to-from != valueOf(t, s, "size") {
			t.Errorf("%s: bytes %d..%d, the one before ends at %d", s.Word, from, to, at)
		} else {
			at = to
		}
	}
	if at != int64(len(frame)) {
		t.Errorf("fields end at byte %d of %d", at, len(frame))
	}

	route, err := wire.PeekRoute(frame)
	if err != nil {
		t.Fatal(err)
	}
	header, body, err := wire.DecodeRequestHeader(frame[wire.LenPrefix:], 1)
	if err != nil {
		t.Fatal(err)
	}
	v2 := wire.AppendRequestHeader(nil, header, 2) // the same request, as the broker takes it
	_, req, err := wire.DecodeProduce(append(v2, body...))
	if err != nil {
		t.Fatal(err)
	}
	b := batch.Batch(req.Topics[0].Partitions[0].Records)
	records := b.Records()
	records.Next()
	r := records.Record()
	start := int64(bytes.Index(frame, b))
	for word, want := range map[string]any{
		"size": int64(route.Size), "api_key": int64(route.APIKey),
		"api_version": int64(route.APIVersion), "correlation_id": int64(header.CorrelationID),
		"client_id": *header.ClientID, "acks": int64(req.Acks), "timeout_ms": int64(req.TimeoutMs),
		"topics": int64(len(req.Topics)), "topic_id": fmt.Sprintf("%x", req.Topics[0].ID),
		"partitions": int64(len(req.Topics[0].Partitions)),
		"index":      int64(req.Topics[0].Partitions[0].Index), "records": int64(len(b)),
		"baseOffset": b.BaseOffset(), "length": int64(b.Length()),
		"partitionLeaderEpoch": int64(b.LeaderEpoch()), "magic": int64(b.Magic()),
		"crc": fmt.Sprintf("%08x", b.CRC()), "attributes": int64(b.Attributes()),
		"lastOffsetDelta": int64(b.LastOffsetDelta()), "baseTimestamp": b.BaseTimestamp(),
		"maxTimestamp": b.MaxTimestamp(), "producerId": b.ProducerID(),
		"producerEpoch": int64(b.ProducerEpoch()), "baseSequence": int64(b.BaseSequence()),
		"recordsCount": int64(b.Count()), "recordAttributes": int64(r.Attributes),
		"timestampDelta": r.TimestampDelta, "offsetDelta": int64(r.OffsetDelta),
		"key": string(r.Key), "value": string(r.Value), "headersCount": int64(r.HeaderCount),
	} {
		i := slices.Index(words(p), word)
		if i < 0 {
			t.Errorf("no step %s", word)
		} else if got := valueOf(t, p.Steps[i], "value"); got != want {
			t.Errorf("%s is %v, decoded it is %v", word, got, want)
		}
	}
	for word, pos := range map[string]int64{"baseOffset": start + batch.PosBaseOffset,
		"length": start + batch.PosLength, "attributes": start + batch.PosAttributes,
		"baseSequence": start + batch.PosBaseSequence, "recordLength": start + r.Pos} {
		if got := valueOf(t, p.Steps[slices.Index(words(p), word)], "from"); got != pos {
			t.Errorf("%s begins at byte %v, in the batch's layout at %d", word, got, pos)
		}
	}
}

// written is who writes each field, by the page's own words: the groups of the design brief.
var written = map[string]string{
	"size": "framing", "api_key": "framing", "api_version": "framing", "correlation_id": "framing",
	"transactional_id": "framing", "acks": "producer", "timeout_ms": "producer",
	"topics": "counts", "topic_id": "framing", "partitions": "counts", "index": "framing",
	"records": "counts", "baseOffset": "broker", "length": "framing",
	"partitionLeaderEpoch": "broker", "magic": "framing", "crc": "crc", "attributes": "producer",
	"lastOffsetDelta": "counts", "baseTimestamp": "time", "maxTimestamp": "time",
	"producerId": "producer", "producerEpoch": "producer", "baseSequence": "producer",
	"recordsCount": "counts", "recordLength": "counts", "recordAttributes": "producer",
	"timestampDelta": "time", "offsetDelta": "counts", "headersCount": "counts", "tags": "framing",
}

func TestEachByteOfTheFrameIsInTheGroupOfWhoWritesIt(t *testing.T) {
	run := produce(t, goldenFlags)
	frame := run.Bytes.Frame
	p := draw(t, run, "frame")
	x, y := firstRow(t, p, 0)
	got := owners(t, p, len(frame), x, y)
	for _, s := range p.Steps[:len(p.Steps)-1] {
		word := strings.TrimPrefix(s.Word, "frame.")
		for i := valueOf(t, s, "from").(int64); i < valueOf(t, s, "to").(int64); i++ {
			want := written[word]
			inside := i - valueOf(t, s, "from").(int64)
			switch word {
			case "client_id": // an int16, and the name
				want = map[bool]string{true: "framing", false: "producer"}[inside < 2]
			case "key", "value": // a varint of one byte here, and the bytes
				want = map[bool]string{true: "counts", false: "payload"}[inside < 1]
			}
			if got[i] != want {
				t.Errorf("byte %d, of %s, is %s, want %s", i, word, got[i], want)
			}
		}
	}
	// The broker's are those that its stamp changes, whatever it stamps.
	start := bytes.Index(frame, []byte(run.Bytes.Frame[58:]))
	stamped := bytes.Clone(frame)
	batch.Batch(stamped[start:]).Stamp(^batch.Batch(frame[start:]).BaseOffset(),
		^batch.Batch(frame[start:]).LeaderEpoch())
	for i := range frame {
		if (frame[i] != stamped[i]) != (got[i] == "broker") {
			t.Errorf("byte %d is %s, stamped is %v", i, got[i], frame[i] != stamped[i])
		}
	}
}

func TestAFrameOfOtherBytesIsAnotherPictureOrNone(t *testing.T) {
	run := produce(t, goldenFlags)
	p := draw(t, run, "frame")
	for i := range run.Bytes.Frame {
		changed := *run
		changed.Bytes.Frame = bytes.Clone(run.Bytes.Frame)
		changed.Bytes.Frame[i] ^= 0x01
		if q, err := picture.Of(&changed, "frame"); err == nil && sameAs(p, q) {
			t.Errorf("byte %d is another, and the picture is the same", i)
		}
	}
	for n := range len(run.Bytes.Frame) {
		changed := *run
		changed.Bytes.Frame = run.Bytes.Frame[:n]
		if _, err := picture.Of(&changed, "frame"); err == nil {
			t.Errorf("%d bytes of a frame are drawn as a whole one", n)
		}
	}
}

func TestTheFieldOfEachStepIsOutlined(t *testing.T) {
	p := draw(t, produce(t, goldenFlags), "frame")
	x, y := firstRow(t, p, 0)
	for i, s := range p.Steps[:len(p.Steps)-1] {
		here := shapes(p, "here")[i]
		if max(here.From, 1) != i+1 || here.To != i+1 {
			t.Errorf("%s: outlined in steps %d to %d", s.Word, here.From, here.To)
		}
		from, to := int(valueOf(t, s, "from").(int64)), int(valueOf(t, s, "to").(int64))
		for b := range 190 {
			inside := crossings(t, here.D, x+b%8*24+12, y+b/8*21+9)%2 == 1
			if inside != (from <= b && b < to) {
				t.Errorf("%s: byte %d is in the outline: %v", s.Word, b, inside)
			}
		}
	}
}

func TestTheCRCsBracketSpansWhatTheCRCCovers(t *testing.T) {
	run := produce(t, goldenFlags)
	sent := batch.Batch(run.Bytes.Sent)
	first := -1 // the first byte whose change the checksum sees; from there on it sees all
	for i := range sent {
		changed := batch.Batch(bytes.Clone(sent))
		changed[i] ^= 0x80
		seen := changed.ComputeCRC() != sent.ComputeCRC()
		if seen && first < 0 {
			first = i
		}
		if seen != (first >= 0) {
			t.Fatalf("the checksum does not see byte %d", i)
		}
	}
	p := draw(t, run, "batch")
	x, y := firstRow(t, p, 0)
	d := numbers(t, shapes(p, "bracket")[0].D) // M x y V y H x V y h dx
	if d[0] != x+first%8*24 || d[2] != y+first/8*21-1 {
		t.Errorf("the bracket begins at %d, %d; byte %d is at %d, %d", d[0], d[2], first,
			x+first%8*24, y+first/8*21)
	}
	records := shapes(p, "plain")
	last := records[len(records)-1]
	if d[4] != last.Y+last.H+1 {
		t.Errorf("the bracket ends at %d, the last record at %d", d[4], last.Y+last.H)
	}
	step := p.Steps[slices.Index(words(p), "covered")]
	if valueOf(t, step, "from") != int64(first) || valueOf(t, step, "to") != int64(len(sent)) {
		t.Errorf("the words are %v", step.Values)
	}
}

func TestTheBatchIsDrawnAsSentAndAsStored(t *testing.T) {
	run := produce(t, goldenFlags)
	p := draw(t, run, "batch")
	if got := hexOf(t, p, 0)[:batch.HeaderSize]; !bytes.Equal(got, run.Bytes.Sent[:batch.HeaderSize]) {
		t.Errorf("sent: %x", got)
	}
	if got := hexOf(t, p, 8); !bytes.Equal(got, run.Bytes.Stored[:16]) {
		t.Errorf("stored: %x", got)
	}
	x, y := firstRow(t, p, 0)
	for i, group := range owners(t, p, batch.HeaderSize, x, y) {
		stamped := i < 8 || i >= 12 && i < 16
		if (group == "broker") != stamped {
			t.Errorf("byte %d is %s", i, group)
		}
	}
	has(t, texts(p, 4), "byte 16..213: the same")
	has(t, texts(p, 4), fmt.Sprintf("%08x = CRC-32C(21..213)", batch.Batch(run.Bytes.Stored).CRC()))
}

func TestABatchThatIsStoredAsAnotherIsDrawnSo(t *testing.T) {
	run := produce(t, goldenFlags)
	for i := range run.Bytes.Stored {
		changed := *run
		changed.Bytes.Stored = bytes.Clone(run.Bytes.Stored)
		changed.Bytes.Stored[i] ^= 0x40
		p := draw(t, &changed, "batch")
		wrong := slices.Contains(words(p), "wrong")
		if wrong != (i >= 17) {
			t.Errorf("byte %d is another: %v", i, words(p))
		}
		if sameAs(p, draw(t, run, "batch")) {
			t.Errorf("byte %d is another, and the picture is the same", i)
		}
		if i >= batch.HeaderSize {
			has(t, texts(p, 4), "byte 16..213: changed")
		}
	}
}

func TestThereIsNoPictureOfWhatARunDoesNotHave(t *testing.T) {
	for _, c := range []struct {
		run  *demo.Run
		name string
		says string
	}{
		{do(t, "recovery", ""), "path", `recovery has no picture "path"`},
		{do(t, "dedup", ""), "rebuild", `dedup has no picture "rebuild"`},
		{produce(t, ""), "window", `produce has no picture "window"`},
		{do(t, "recovery", ""), "marks", `recovery has no picture "marks"`},
		{&demo.Run{Demo: "dedup"}, "window", "no batch was judged"},
		{&demo.Run{Demo: "dedup"}, "verdicts", "no batch was judged"},
		{&demo.Run{Demo: "dedup"}, "marks", "no batch was judged"},
		{&demo.Run{Demo: "recovery"}, "rebuild", "no batch was judged"},
		{&demo.Run{Demo: "recovery"}, "torn-tail", "no file was opened with a torn tail"},
		{produce(t, ""), "frames", `produce has no picture "frames"`},
		{produce(t, ""), "torn-tail", "no file was opened with a torn tail"},
		{produce(t, "acks=9"), "batch", "the first batch was not appended"},
		{&demo.Run{Demo: "produce"}, "path", "no requests of section offsets"},
		{&demo.Run{Demo: "produce"}, "acks", "no requests of section acks"},
		{&demo.Run{Demo: "produce"}, "frame", "can't be taken apart"},
		{&demo.Run{Demo: "produce"}, "batch", "was not appended"},
	} {
		if p, err := picture.Of(c.run, c.name); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, %v", c.name, p, err)
		}
	}
}
