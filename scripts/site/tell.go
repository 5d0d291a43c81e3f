package main

import "kaenlog/scripts/site/page"

// tellEmbed tells the pages of the element's files, which have been made.
func (b *builder) tellEmbed() error {
	told := page.Embed{Version: b.npm.Version, Dir: embedDir}
	for _, s := range b.embedded {
		told.Files = append(told.Files, page.EmbedFile{
			Name: s.name, Integrity: integrityOf(b.out[embedDir+s.name]), Gzip: s.gzip})
	}
	b.assets.Embed = told
	return nil
}
