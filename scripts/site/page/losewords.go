package page

import (
	"kaenlog/engine/producer"
	"kaenlog/engine/resend"
)

// losePlain are the words that stand in the HTML and have no placeholder.
const losePlain = `title lead noScript stop reset
	first id lose-request lose-ack again answer all four lost
	column.without column.with row.lose-request row.lose-ack
	second segments segments.one segments.many next gap restart window batches
	details details.about details.case details.id details.sent details.heard details.copies
	details.story details.move details.verdict details.window details.end`

// loseKeys gives every word of the widget that loses arrows.
func loseKeys() widgetKeys {
	keys := widgetKeys{
		html: map[string]string{"details.gap": "expected got"},
		script: map[string]string{
			"first.ready": "", "cell.none": "", "cell": "copies",
			"lost.lose-request": "sent heard", "lost.lose-ack": "sent heard",
			"compare": "", "compare.same": "sent heard sum", "compare.differs": "",
			"note.nothing": "", "note.wrote": "offsets", "note.duplicate": "offsets",
			"note.producer": "sent heard", "note.copies": "copies",
			"again.unjudged": "offsets copies", "again.twice": "offsets copies",
			"again.APPEND": "offsets copies", "again.DUPLICATE": "offsets copies",
			"done": "once twice",

			"second.ready": "", "full": "most", "replayed": "moves last",
			"move.lose-request": "batch range", "move.evicts": "evicted",
			"move.restart": "segments before after",
			"window.none":  "", "window.dropped": "", "window.end": "end segments",
			"batches.none": "", "batch": "batch", "batch.copies": "copies",
		},
	}
	for _, kind := range []producer.Kind{producer.Append, producer.Duplicate, producer.OutOfOrder} {
		keys.script["move."+kind.String()] = "batch range offsets expected got"
	}
	for _, kind := range []resend.Kind{resend.Send, resend.LoseAck, resend.Again, resend.Restart} {
		keys.html["details."+kind.String()] = "batch range"
	}
	keys.plain(losePlain)
	return keys
}
