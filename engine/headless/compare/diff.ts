import { catalog } from '../../components/catalog.ts'
import type { Component, Drawing } from '../../document/index.ts'
import { renderSvg } from '../../paint/index.ts'
import type { Command } from '../command.ts'
import { isSet, textOption, CliError, writeJson } from '../command.ts'
import { compareDrawings, isEqual } from './compare.ts'
import type { Comparison } from './compare.ts'
import { readDrawingOrReport } from '../files.ts'
import { changeLine, changeLines, changeWords, formatTitle } from './inWords.ts'
import { localize } from '../language.ts'
import type { Language } from '../language.ts'
import { words } from '../words.ts'

/** Compares two drawings by component: added, removed and changed. */
export const diff: Command = {
  words: { en: 'compare two drawings component by component', zh: '按组件比较两张图纸' },
  usage: 'diff BEFORE AFTER [--json] [--svg OUT] [--lang en|zh]',
  details: {
    en:
      'Either file can be - for standard input: git show main:pump.json | mimic diff - pump.json\n' +
      '--json  {drawing, added, removed, changed} instead of lines\n' +
      '--svg   also write an image of AFTER: added outlined and marked +, changed ~, removed dashed and marked −\n' +
      'Exit status: 0 equal, 1 different, 2 comparison failed.',
    zh:
      '两个文件之一可以是 -，即标准输入：git show main:pump.json | mimic diff - pump.json\n' +
      '--json  输出 {drawing, added, removed, changed}\n' +
      '--svg   另存一张 AFTER 的图：新增标 +，改动标 ~，删除用虚线标 −\n' +
      '退出码：0 相同，1 不同，2 无法比较。',
  },
  options: { json: { type: 'boolean' }, svg: { type: 'string' } },
  run(call) {
    const [first, second, ...more] = call.files
    if (first === undefined || second === undefined || more.length > 0)
      throw new CliError(words.fileCount, { name: 'diff', count: 'BEFORE AFTER', usage: diff.usage })
    const before = readDrawingOrReport(call, first)?.drawing
    const after = readDrawingOrReport(call, second)?.drawing
    if (!before || !after) return 2
    const comparison = compareDrawings(before, after)
    if (isSet(call, 'json')) call.out(writeJson(toJson(comparison, call.language, [before, after])))
    else for (const line of formatEntries(comparison, call.language, [before, after])) call.line(line)
    const out = textOption(call, 'svg')
    if (out !== undefined) call.write(out, renderOutlines(after, comparison))
    return isEqual(comparison) ? 0 : 1
  },
}

function formatEntries(comparison: Comparison, language: Language, drawings: readonly [Drawing, Drawing]): string[] {
  return [
    ...comparison.drawing.map((change) => `  ${changeLine(change, null, language, drawings)}`),
    ...comparison.removed.map((component) => `− ${formatTitle(component, language)}`),
    ...comparison.added.map((component) => `+ ${formatTitle(component, language)}`),
    ...comparison.changed.flatMap((change) => [
      `~ ${formatTitle(change.after, language)}`,
      ...changeLines(change, language, drawings).map((line) => `    ${line}`),
    ]),
    ...comparison.symbols.flatMap(({ symbol, comparison: inner }) => [
      `~ ${localize(changeWords.symbol, language, { name: symbol.name, id: symbol.id })}`,
      ...formatEntries(inner, language, drawings).map((line) => `    ${line}`),
    ]),
  ]
}

function toJson(
  { drawing, symbols, added, removed, changed }: Comparison,
  language: Language,
  drawings: readonly [Drawing, Drawing],
): Readonly<Record<string, unknown>> {
  const brief = ({ id, type, name }: Component) => ({ id, type, name })
  return {
    drawing,
    added: added.map(brief),
    removed: removed.map(brief),
    changed: changed.map((change) => ({
      ...brief(change.after),
      changes: change.changes,
      words: changeLines(change, language, drawings),
    })),
    ...(symbols.length > 0 && {
      symbols: symbols.map(({ symbol, comparison }) => ({
        id: symbol.id,
        name: symbol.name,
        ...toJson(comparison, language, drawings),
      })),
    }),
  }
}

/** Each kind also has a sign, and removed components a dashed outline, so that colour is not the only distinction. */
const marks = {
  added: { sign: '+', color: '#1a7f37', dashes: '' },
  changed: { sign: '~', color: '#9a6700', dashes: '' },
  removed: { sign: '−', color: '#cf222e', dashes: ' stroke-dasharray="6 4"' },
} as const

function renderOutlines(after: Drawing, { added, changed, removed }: Comparison): string {
  const outlines = [
    ...removed.map((component) => outline(component, 'removed')),
    ...changed.map((change) => outline(change.after, 'changed')),
    ...added.map((component) => outline(component, 'added')),
  ]
  return `${renderSvg(after, catalog).replace(/<\/svg>$/, '')}${outlines.join('')}</svg>\n`
}

function outline({ x, y, width, height, angleDeg }: Component, kind: keyof typeof marks): string {
  const { sign, color, dashes } = marks[kind]
  const rotation = angleDeg === 0 ? '' : ` transform="rotate(${angleDeg} ${x + width / 2} ${y + height / 2})"`
  return (
    `<g${rotation}><rect x="${x - 3}" y="${y - 3}" width="${width + 6}" height="${height + 6}" fill="none" stroke="${color}" stroke-width="2"${dashes}/>` +
    `<circle cx="${x - 3}" cy="${y - 3}" r="8" fill="${color}"/>` +
    `<text x="${x - 3}" y="${y + 2}" font-size="14" font-weight="600" text-anchor="middle" fill="#ffffff">${sign}</text></g>`
  )
}
