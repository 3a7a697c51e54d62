import { describe, expect, it } from 'vitest'
import { parseSync } from 'vite'
import { listFiles, getLine, listed } from './sources.ts'
import type { Source } from './sources.ts'

/** Attributes with visible or spoken text. */
const textAttributes = new Set([
  'title',
  'alt',
  'placeholder',
  'label',
  'aria-label',
  'aria-description',
  'tooltip',
  'okText',
  'cancelText',
  'description',
  'extra',
  'message',
])
const hasLetters = /\p{L}{2,}/u
/** The product name and URL schemes are language-independent. */
const sameEverywhere = /^(?:Mimic|[a-z]+:\/\/)$/

describe('no literal text in JSX', () => {
  it('holds in the console', () => {
    expect(
      listed(
        findings(
          listFiles((path) => path.startsWith('console/') && path.endsWith('.tsx') && !path.endsWith('.test.tsx')),
        ),
      ),
    ).toBe('')
  })

  it.each([
    ['const a = <p>Save the drawing</p>'],
    ['const a = <b>保存</b>'],
    ['const a = <Button type="primary">\n  Save\n</Button>'],
    ['const a = <img alt="A pump" />'],
    ["const a = <Input placeholder={'Search'} />"],
    ['const a = <p>{count} drawings</p>'],
    ['const a = <p>{`${count} drawings`}</p>'],
    ["const a = <p>{isOpen ? 'Open' : t('closed')}</p>"],
  ])('sees %s', (text) => {
    expect(findings([{ path: 'console/a/A.tsx', text }])).not.toEqual([])
  })

  it.each([
    ["const a = <p>{t('save')}</p>"],
    ['const a = <p>– {`${value} %`}</p>'],
    ['const a: Array<string> = make<Row>(a > b ? c : d)'],
    ['const a = <Icon className="wide" path="M0 0h24" />'],
    ['const a = count > limit && <b key="more">{count}</b>'],
    ["const a = <b>{names.map((name) => pick('key', name))}</b>"],
  ])('lets %s be', (text) => {
    expect(findings([{ path: 'console/a/A.tsx', text }])).toEqual([])
  })
})

function findings(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) =>
    findTexts(parseSync(path, text).program).map(
      ({ start, text: literal }) =>
        `${path}:${getLine(text, start)} says “${literal.trim()}” itself: put the words into console/locales/en-us and zh-cn and say t('…').`,
    ),
  )
}

interface JsxText {
  readonly start: number
  readonly text: string
}

/** Collects all literal texts that JSX would show. */
function findTexts(node: unknown): JsxText[] {
  if (Array.isArray(node)) return node.flatMap(findTexts)
  if (!isNode(node)) return []
  const own = getOwnTexts(node).filter(({ text }) => hasLetters.test(text) && !sameEverywhere.test(text.trim()))
  return [...own, ...Object.values(node).flatMap(findTexts)]
}

function getOwnTexts(node: Node): JsxText[] {
  if (node.type === 'JSXText') return [{ start: node.start, text: String(node.value) }]
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    const children = Array.isArray(node.children) ? node.children : []
    return children.flatMap((child: unknown) =>
      isNode(child) && child.type === 'JSXExpressionContainer' ? shown(child.expression) : [],
    )
  }
  if (node.type !== 'JSXAttribute' || !isNode(node.name) || !textAttributes.has(String(node.name.name))) return []
  const { value } = node
  if (!isNode(value)) return []
  return shown(value.type === 'JSXExpressionContainer' ? value.expression : value)
}

/** Literals that an expression may evaluate to. Call arguments are excluded. */
function shown(node: unknown): JsxText[] {
  if (!isNode(node)) return []
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ start: node.start, text: node.value }] : []
    case 'TemplateLiteral':
      return (Array.isArray(node.quasis) ? node.quasis : []).flatMap(quasi)
    case 'ConditionalExpression':
      return [...shown(node.consequent), ...shown(node.alternate)]
    case 'LogicalExpression':
      return shown(node.right)
    default:
      return []
  }
}

function quasi(node: unknown): JsxText[] {
  if (!isNode(node) || typeof node.value !== 'object' || node.value === null || !('cooked' in node.value)) return []
  return [{ start: node.start, text: String(node.value.cooked) }]
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
  )
}
