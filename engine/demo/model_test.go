package demo_test

import (
	"fmt"
	"strings"

	"kaenlog/engine/demo/golden"
)

// This file computes what the demos must print, by arithmetic of its own: no package of
// the engine but golden is asked. Sentences without a value come from the golden file.

// goldenSections cuts a golden file into its sections' lines.
func goldenSections(name string) [][]string {
	var out [][]string
	for _, s := range strings.Split(strings.TrimSuffix(golden.Text(name), "\n"), "\n\n") {
		out = append(out, strings.Split(s, "\n"))
	}
	return out
}

func joinSections(sections [][]string) string {
	var parts []string
	for _, s := range sections {
		parts = append(parts, strings.Join(s, "\n"))
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// zigzagSize is how many bytes a small number takes as a zigzag varint.
func zigzagSize(n int) int {
	n *= 2
	size := 1
	for n >= 128 {
		n /= 128
		size++
	}
	return size
}

// batchSize is the size of a batch of n demo records whose state has this many letters.
func batchSize(n, stateLetters int) int {
	total := 61
	for i := range n {
		key := len(fmt.Sprintf("order-%d", i))
		value := len(`{"item":"khao soi","qty":2,"baht":130,"state":""}`) + stateLetters
		body := 1 + zigzagSize(i) + zigzagSize(i) + zigzagSize(key) + key + zigzagSize(value) + value + 1
		total += zigzagSize(body) + body
	}
	return total
}

// produceModel is what produce-demo prints.
func produceModel(acks, batches int, truncateTail bool) string {
	g := goldenSections("03-produce")
	offs := []string{g[3][0], fmt.Sprintf("acks ที่ใช้ในหัวข้อนี้ = %d", acks), g[3][2]}
	end, size, written := 0, 0, 0
	for b := range batches {
		n := b + 2
		base, code := fmt.Sprint(end), "0"
		switch acks {
		case 0:
			base, code = "-1", "-"
		case -1:
			base, code = "-1", "20"
		case 1:
		default:
			base, code, n = "-1", "21", 0
		}
		if n > 0 {
			end += n
			size += batchSize(n, len("acknowledged"))
			written++
		}
		offs = append(offs, fmt.Sprintf("%7d%9d%19s%20d   %s", b, b+2, base, end, code))
	}
	offs = append(offs, fmt.Sprintf("log end offset สุดท้าย %d", end), g[3][len(g[3])-1])

	ac := []string{g[4][0], g[4][1],
		fmt.Sprintf("     0   ไม่ส่ง frame ตอบกลับเลย      %d → %d", end, end+1),
		fmt.Sprintf("     1   %-29s%d → %d", fmt.Sprintf("ok · base_offset %d", end+1), end+1, end+2),
		fmt.Sprintf("    -1   not_enough_replicas          %d → %d", end+2, end+3),
		fmt.Sprintf("     2   invalid_required_acks        %d → %d", end+3, end+3)}
	ac = append(ac, g[4][6:]...)
	end, size, written = end+3, size+3*batchSize(1, len("acknowledged")), written+3

	sections := [][]string{g[0], g[1], g[2], offs, ac}
	if truncateTail {
		half := batchSize(3, len("unacknowledged")) / 2
		t := g[5]
		sections = append(sections, []string{t[0],
			fmt.Sprintf("ก่อนทำให้เสีย  %d byte", size),
			fmt.Sprintf("ต่อท้ายครึ่ง batch  %d byte → %d byte", half, size+half),
			fmt.Sprintf("เปิดใหม่ · log end offset ที่อ่านได้ %d", end),
			fmt.Sprintf("แต่ file ยังยาว %d byte · O_APPEND เขียนที่ท้าย file จริง", size+half),
			t[5],
			fmt.Sprintf("scan ไป %d batch", written),
			fmt.Sprintf("offset ที่ครบตัวสุดท้าย Some(%d)", end-1),
			fmt.Sprintf("เหลือไว้ %d byte · ตัดทิ้ง %d byte", size, half),
			fmt.Sprintf("ความยาว file หลังตัด %d", size),
			fmt.Sprintf("เขียนต่อได้ที่ offset %d · ไม่มีรูโหว่คั่นกลาง", end),
			t[11]})
	}
	return joinSections(sections)
}

// dedupModel is what idem-demo prints.
func dedupModel(pid uint64, a, b int, resend bool) string {
	g := goldenSections("07-idem")
	var window []string
	show := func() string { return "[" + strings.Join(window, " ") + "]" }
	push := func(first, last int) {
		window = append(window, fmt.Sprintf("%d..%d", first, last))
		window = window[max(0, len(window)-5):]
	}
	row := func(first, last int) string {
		push(first, last)
		return fmt.Sprintf("%11s   %-40s%11d   %s", fmt.Sprintf("%d..%d", first, last), "APPEND",
			first, show())
	}
	w := []string{g[1][0], fmt.Sprintf("producer id %d · producer epoch 0", pid), g[1][2]}
	left, parts := a, min(a, 4)
	for next := 0; parts > 0; parts-- {
		n := (left + parts - 1) / parts
		w = append(w, row(next, next+n-1))
		next, left = next+n, left-n
	}
	w = append(w, row(a, b), fmt.Sprintf("log end offset %d", b+1))
	unmoved := fmt.Sprintf("log end offset %d (ไม่ขยับ)", b+1)

	sections := [][]string{g[0], w}
	if resend {
		sections = append(sections, []string{
			fmt.Sprintf("== ack หาย · producer ส่ง seq %d..%d ซ้ำ ==", a, b),
			fmt.Sprintf("คำตัดสิน      DUPLICATE · offset เดิม %d..%d", a, b),
			fmt.Sprintf("base_offset   %d", a), unmoved, g[2][4], g[2][5]})
	}
	const ooo = "OUT_OF_ORDER_SEQUENCE_NUMBER"
	sections = append(sections, append([]string{g[3][0],
		fmt.Sprintf("คำตัดสิน      %s · คาดว่า %d ได้ %d", ooo, b+1, b+4), unmoved}, g[3][3:]...))
	for i := 1; i <= 5; i++ {
		push(b+i, b+i)
	}
	sections = append(sections,
		[]string{g[4][0], "หน้าต่างตอนนี้ " + show(),
			fmt.Sprintf("ส่ง seq %d..%d ซ้ำอีกครั้ง → %s · คาดว่า %d ได้ %d", a, b, ooo, b+6, a),
			g[4][3], g[4][4]},
		[]string{g[5][0], fmt.Sprintf("producer id ที่กวาดเจอ [%d]", pid), "หน้าต่างที่กวาดได้ " + show(),
			fmt.Sprintf("ส่ง seq %d..%d ซ้ำหลัง restart → DUPLICATE · offset เดิม %d..%d", b+5, b+5, b+5, b+5)},
		append([]string{g[6][0], g[6][1],
			fmt.Sprintf("   ส่ง payload ชุดเดิมด้วย pid %d seq 0 → APPEND", pid+1),
			fmt.Sprintf("   base_offset %d · record ชุดเดิมถูกเขียนลง log เป็นของใหม่ทั้งหมด", b+6)}, g[6][4:]...),
		g[7])
	return joinSections(sections)
}

func recoveryModel() string {
	produce, dedup := goldenSections("03-produce"), goldenSections("07-idem")
	return joinSections([][]string{produce[5], dedup[5]})
}
