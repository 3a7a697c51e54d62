import type { Words } from '@mimic/engine/schema'
import { manualPages } from '../app/pages/manualPages.ts'
import { renderMarkdown } from './markdown.ts'

type Language = keyof Words

/** Sources of the guides; each one is a chunk of its own. */
const sources = import.meta.glob<string>(['../../docs/{en,zh}/*.md', '!**/README.md'], {
  query: '?raw',
  import: 'default',
})
/** URLs of the pictures. */
const pictures = import.meta.glob<string>('../../docs/images/*/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})

const rendered = new Map<string, Promise<string>>()

/** Guide as HTML, loaded once per language. The promise rejects if the chunk cannot be loaded, and the next call tries again. */
export function loadGuide(file: string, language: Language): Promise<string> {
  const path = `../../docs/${language}/${file}.md`
  const known = rendered.get(path)
  if (known) return known
  const loading = load(path)
  rendered.set(path, loading)
  loading.catch(() => rendered.delete(path))
  return loading
}

async function load(path: string): Promise<string> {
  const source = sources[path]
  if (!source) throw new Error(`${path} does not exist`)
  return renderMarkdown(await source(), rewriteUrl)
}

/** Maps `../images/en/draw.webp` to the bundled picture, and `draw.md` to its help page. */
function rewriteUrl(url: string): string {
  if (url.startsWith('../images/')) return pictures[`../../docs${url.slice(2)}`] ?? url
  const [file = '', anchor] = url.split('#')
  const page = manualPages.find((each) => `${each.file}.md` === file)
  if (!page) return url
  return anchor === undefined ? page.path : `${page.path}#${anchor}`
}
