import { bindCheck } from './bindCheck/bindCheck.ts'
import type { Command } from './command.ts'
import { diff } from './compare/diff.ts'
import { importFile } from './importFile.ts'
import { render } from './picture/render.ts'
import { schema } from './schema/schema.ts'
import { validate } from './validate.ts'

/** All commands by name, in the order of the overview. */
export const commands: Readonly<Record<string, Command>> = {
  validate,
  render,
  diff,
  'bind-check': bindCheck,
  import: importFile,
  schema,
}
