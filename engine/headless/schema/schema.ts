import { catalog } from '../../components/catalog.ts'
import type { Command } from '../command.ts'
import { writeJson } from '../command.ts'
import { documentSchema } from './documentSchema.ts'

/** Prints the JSON Schema of drawings, identical to `engine/drawing.schema.json`. */
export const schema: Command = {
  words: { en: 'print the JSON Schema of drawings', zh: '输出图纸的 JSON Schema' },
  usage: 'schema [--lang en|zh]',
  details: {
    en: 'Same as the file drawing.schema.json of the package. Associate it with drawing files in your editor for\ncompletion and validation.',
    zh: '与软件包中的 drawing.schema.json 相同。在编辑器中将其与图纸文件关联，即可在编写时补全名称并标出错误。',
  },
  options: {},
  run(call) {
    call.out(writeSchema())
    return 0
  },
}

/** Returns the schema for the installed catalog as text. */
export function writeSchema(): string {
  return writeJson(documentSchema(catalog.list))
}
