import { catalog } from '../components/catalog.ts'
import { writeDrawing } from '../document/index.ts'
import { importAny } from '../imports/index.ts'
import type { Report } from '../imports/index.ts'
import type { Command } from './command.ts'
import { isSet, textOption, CliError, writeJson } from './command.ts'
import { localize } from './language.ts'
import type { Language } from './language.ts'
import { words } from './words.ts'

/** Converts a drawing of another product, or an SVG file, to a Mimic drawing and reports losses. */
export const importFile: Command = {
  words: { en: 'import @meta2d/core and FUXA drawings and SVG files', zh: '导入 @meta2d/core、FUXA 图纸和 SVG 文件' },
  usage: 'import FILE [-o DRAWING] [--picture] [--view NAME] [--all-views] [--json] [--lang en|zh]',
  details: {
    en: 'Writes the drawing to the file given with -o, or to standard output. Changes, losses and tags are reported separately.\n--picture  import an SVG file as one picture instead of components\n--view     view of a FUXA project, by name or id\n--all-views  all views of a FUXA project\n--json     {report} instead of lines; needs -o\nExit status 1: something was lost.',
    zh: '图纸写入 -o 指定的文件，否则输出；改动、丢失的内容和点位另行说明。\n--picture  SVG 文件作为一张图片导入，而不是组件\n--view     FUXA 工程中的画面，用名称或编号指定\n--all-views  FUXA 工程的全部画面\n--json     输出 {report}，需要 -o\n退出码 1：有内容丢失。',
  },
  options: {
    out: { type: 'string', short: 'o' },
    picture: { type: 'boolean' },
    view: { type: 'string' },
    'all-views': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  async run(call) {
    const [file, ...more] = call.files
    const out = textOption(call, 'out')
    if (file === undefined || more.length > 0 || (isSet(call, 'json') && out === undefined)) {
      throw new CliError(words.fileCount, { name: 'import', count: 'FILE', usage: importFile.usage })
    }
    const view = textOption(call, 'view')
    const read = await importAny(call.readText(file), catalog, {
      as: isSet(call, 'picture') ? 'picture' : 'components',
      ...(view === undefined ? {} : { view }),
      ...(isSet(call, 'all-views') ? { allViews: true } : {}),
    })
    if (read.problems) {
      for (const { path, code, message } of read.problems)
        call.writeMessage(`${file}:${path === '' ? '' : ` ${path}:`} ${message} [${code}]`)
      return 1
    }
    const { drawing, report } = read.value
    if (isSet(call, 'picture') && report.source !== 'svg') throw new CliError(words.notSvg, { file })
    if (view !== undefined && report.source !== 'fuxa') throw new CliError(words.notFuxa, { file })
    if (out === undefined) call.out(writeDrawing(drawing))
    else call.write(out, writeDrawing(drawing))
    if (isSet(call, 'json')) call.out(writeJson({ report }))
    else
      for (const line of formatReport(file, report, drawing.components.length, call.language)) call.writeMessage(line)
    return report.findings.some(({ outcome }) => outcome === 'lost') || report.leftOut > 0 ? 1 : 0
  },
}

const messages = {
  summary: {
    en: '{file}: {count} components, {changed} changed, {lost} lost',
    zh: '{file}：{count} 个组件，{changed} 处改动，{lost} 处丢失',
  },
  changed: { en: 'changed', zh: '改动' },
  lost: { en: 'lost', zh: '丢失' },
  tag: { en: 'tag {tag} for {name}, {count} times', zh: '点位 {tag} 对应 {name}，{count} 处' },
  more: { en: 'and {count} more', zh: '另有 {count} 项' },
} as const

function formatReport(file: string, report: Report, count: number, language: Language): string[] {
  const changed = report.findings.filter(({ outcome }) => outcome === 'changed').length
  return [
    ...report.findings.map(
      ({ path, what, code, outcome, why }) =>
        `${file}: ${path}: ${localize(messages[outcome], language)}: ${what}: ${localize(why, language)} [${code}]`,
    ),
    ...(report.leftOut > 0 ? [`${file}: ${localize(messages.more, language, { count: report.leftOut })}`] : []),
    ...report.tags.map(
      ({ name, tag, count: times }) => `${file}: ${localize(messages.tag, language, { tag, name, count: times })}`,
    ),
    localize(messages.summary, language, { file, count, changed, lost: report.findings.length - changed }),
  ]
}
