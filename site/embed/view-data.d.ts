// What the build knows of the demos before anything was run: scripts/site/page/demodata.go has the
// same names.

export interface DemoData {
  demos: Record<"produce" | "dedup" | "recovery", OneDemo>;
  /** English sentences under golden lines, by "section.line", unfilled */
  glosses: Record<string, string>;
  /** of the pages and of their pictures, placeholders unfilled */
  words: Record<"th" | "en", Record<string, string>>;
}

export interface OneDemo {
  /** the golden output */
  text: string;
  /** in the order of the text */
  sections: SectionData[];
  flags: FlagData[];
  pictures: PictureData[];
}

export interface SectionData {
  id: string;
  /** the kinds of its lines, a space between; the title first */
  lines: string;
  /** of each line in English, filled */
  glosses: string[];
}

export interface FlagData {
  /** without dashes */
  name: string;
  json: string;
  kind: "int" | "range" | "bool";
  golden: string;
  /** a keyboard of digits is enough */
  digits: boolean;
  min: string;
  max: string;
}

export interface PictureData {
  name: string;
  /** those that it is about */
  sections: string[];
}

declare global {
  const __KLOG_DEMOS__: DemoData;
  /** a style sheet */
  const __KLOG_STYLES__: string;
}
