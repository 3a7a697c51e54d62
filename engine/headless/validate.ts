import type { Command } from './command.ts'
import { isSet, Trouble, writeJson } from './command.ts'
import { drawingOf, lineOf, openFile, problemLine } from './files.ts'
import { say } from './language.ts'
import { words } from './words.ts'

/** Reads drawings as the server would and says what is wrong with them, each with its place. */
export const validate: Command = {
  words: { en: 'check drawings, each fault with its line and place', zh: '检查图纸，给出每个问题的行号和位置' },
  usage: 'validate FILE… [--json] [--lang en|zh]',
  details: {
    en: 'A file is a drawing as the designer exports it; - is the standard input.\n--json  {files: [{file, version, problems, warnings}]} instead of lines',
    zh: '文件为设计器导出的图纸；- 表示标准输入。\n--json  输出 {files: [{file, version, problems, warnings}]}',
  },
  options: { json: { type: 'boolean' } },
  run(call) {
    if (call.files.length === 0) throw new Trouble(words.fileCount, { name: 'validate', count: 'FILE…', usage: validate.usage })
    const results = call.files.map((file) => {
      const opened = openFile(call, file)
      return { opened, read: drawingOf(opened) }
    })
    if (isSet(call, 'json')) {
      const placed = (opened: (typeof results)[number]['opened'], problems: NonNullable<(typeof results)[number]['read']['problems']>) =>
        problems.map((problem) => ({ line: lineOf(opened, problem), ...problem, path: problem.path && `${opened.prefix}${problem.path}` }))
      call.out(writeJson({
        files: results.map(({ opened, read }) => ({
          file: opened.file,
          version: versionOf(opened.raw.value),
          problems: placed(opened, read.problems ?? []),
          warnings: placed(opened, read.value?.warnings ?? []),
        })),
      }))
    } else {
      for (const { opened, read } of results) {
        for (const problem of read.problems ?? []) call.line(problemLine(call, opened, problem))
        for (const problem of read.value?.warnings ?? []) call.line(problemLine(call, opened, problem, true))
        if (read.value) {
          call.line(say(words.isFine, call.language, { file: opened.file, version: versionOf(opened.raw.value) ?? '', count: read.value.drawing.components.length }))
        }
      }
    }
    return results.some(({ read }) => read.problems) ? 1 : 0
  },
}

function versionOf(raw: unknown): number | null {
  return typeof raw === 'object' && raw !== null && 'version' in raw && typeof raw.version === 'number' ? raw.version : null
}
