/** Text as it stands in the source of HTML, SVG and XML. */

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
/** Control characters, noncharacters and lone surrogates. Source: XML 1.0 (W3C), 2.2 "Characters"; those that it only discourages, too. */
const NO_XML = /[\x00-\x1f\x7f-\x9f\ufffe\uffff]|\p{Cs}/gu;

/** In an element, or in a quoted attribute. */
export function markupText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** The same in XML. Characters that it forbids become blanks. */
export function xmlText(text: string): string {
  return markupText(text.replace(NO_XML, " "));
}
