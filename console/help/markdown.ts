import MarkdownIt from 'markdown-it'

/** Returns the URL to use instead of a link target or image source. */
export type RewriteUrl = (url: string) => string

/** Raw HTML in Markdown is escaped, and the parser rejects script URLs, so the result is safe to insert. */
const parser = new MarkdownIt({ html: false })
// A code block can scroll sideways, so it must be reachable by keyboard.
for (const name of ['fence', 'code_block'] as const) {
  const render = parser.renderer.rules[name]
  if (render) parser.renderer.rules[name] = (...args) => render(...args).replace('<pre', '<pre tabindex="0"')
}

/** Renders a guide as HTML. Headings get an id; `rewrite` maps the URLs of links and images. */
export function renderMarkdown(text: string, rewrite: RewriteUrl): string {
  const tokens = parser.parse(text, {})
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', headingId(tokens[index + 1]?.content ?? ''))
    for (const child of token.children ?? []) {
      const name = child.attrGet('src') === null ? 'href' : 'src'
      const url = child.attrGet(name)
      if (url === null) continue
      child.attrSet(name, rewrite(url))
      if (/^https?:/.test(url)) {
        child.attrSet('target', '_blank')
        child.attrSet('rel', 'noreferrer')
      }
    }
  }
  return parser.renderer.render(tokens, parser.options, {})
}

/** Anchor of a heading, as in the static site: lower case, hyphens between words. */
export const headingId = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
