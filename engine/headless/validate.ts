import { catalog } from '../components/catalog.ts'
import { isObject } from '../document/props/props.ts'
import type { Problem } from '../schema/index.ts'
import { findingJson, findingLine } from './bindCheck/bindCheck.ts'
import { checkBindings, checkSymbols, type Finding } from './bindCheck/checkBindings.ts'
import type { Command } from './command.ts'
import { isSet, CliError, writeJson } from './command.ts'
import { readFileDrawing, getLine, openEach, problemLine, type DrawingFile } from './files.ts'
import { localize } from './language.ts'
import { findDuplicateKeys } from './places.ts'
import { words } from './words.ts'

/** Reads drawings like the server and reports their problems with line and path. */
export const validate: Command = {
  words: { en: 'check drawings and report each problem with line and path', zh: '检查图纸，给出每个问题的行号和位置' },
  usage: 'validate FILE… [--json] [--lang en|zh]',
  details: {
    en:
      'A file is a drawing exported by the designer; - is standard input. Expressions are checked too: an invalid one does\n' +
      'not prevent opening the drawing, but it has no effect.\n--json  {files: [{file, version, problems, warnings}]} instead of lines',
    zh: '文件为设计器导出的图纸；- 表示标准输入。同时检查表达式：无法计算的表达式不妨碍图纸打开，但不会生效。\n--json  输出 {files: [{file, version, problems, warnings}]}',
  },
  options: { json: { type: 'boolean' } },
  run(call) {
    if (call.files.length === 0)
      throw new CliError(words.fileCount, { name: 'validate', count: 'FILE…', usage: validate.usage })
    const { files, isWhole } = openEach(call)
    const results = files.map((opened) => ({
      opened,
      read: readFileDrawing(opened),
      doubled: findDuplicateProblems(opened),
      faults: findExpressionFaults(opened),
    }))
    if (isSet(call, 'json')) {
      const placed = (
        opened: (typeof results)[number]['opened'],
        problems: NonNullable<(typeof results)[number]['read']['problems']>,
      ) =>
        problems.map((problem) => ({
          line: getLine(opened, problem),
          ...problem,
          path: problem.path && `${opened.prefix}${problem.path}`,
        }))
      call.out(
        writeJson({
          files: results.map(({ opened, read, doubled, faults }) => ({
            file: opened.file,
            version: getVersion(opened.raw.value),
            problems: [
              ...placed(opened, [...(read.problems ?? []), ...doubled]),
              ...faults.map((fault) => findingJson(call, opened, fault)),
            ],
            warnings: placed(opened, read.value?.warnings ?? []),
          })),
        }),
      )
    } else {
      for (const { opened, read, doubled, faults } of results) {
        for (const problem of [...(read.problems ?? []), ...doubled]) call.line(problemLine(call, opened, problem))
        for (const problem of read.value?.warnings ?? []) call.line(problemLine(call, opened, problem, true))
        for (const fault of faults) call.line(findingLine(call, opened, fault))
        if (read.value && doubled.length + faults.length === 0) {
          call.line(
            localize(words.isFine, call.language, {
              file: opened.file,
              version: getVersion(opened.raw.value) ?? '',
              count: read.value.drawing.components.length,
            }),
          )
        }
      }
    }
    return isWhole
      ? results.some(({ read, doubled, faults }) => read.problems || doubled.length + faults.length > 0)
        ? 1
        : 0
      : 2
  },
}

/** Duplicate keys of the drawing. */
function findDuplicateProblems({ raw, text, prefix }: DrawingFile): readonly Problem[] {
  const paths = raw.problems
    ? []
    : findDuplicateKeys(text)
        .filter((path) => path.startsWith(prefix))
        .map((path) => path.slice(prefix.length))
  return paths.map((path) => ({
    path,
    code: 'drawing.duplicateKey',
    message: 'duplicate key: only the last one is used',
  }))
}

/** Invalid expressions in the drawing's components and in its symbols with the defaults of their parameters. */
function findExpressionFaults({ raw }: DrawingFile): readonly Finding[] {
  if (raw.problems || !isObject(raw.value)) return []
  const checks = [
    checkBindings(raw.value['components'], 'components', catalog, null),
    checkSymbols(raw.value['symbols'], 'symbols', catalog, null),
  ]
  return checks
    .flatMap(({ findings }) => findings)
    .filter(({ code }) => code.startsWith('expression.') && code !== 'expression.idle')
}

function getVersion(raw: unknown): number | null {
  return typeof raw === 'object' && raw !== null && 'version' in raw && typeof raw.version === 'number'
    ? raw.version
    : null
}
