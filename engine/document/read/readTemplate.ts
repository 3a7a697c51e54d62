import { parse } from '../../schema/index.ts'
import { compileExpressionTemplate, compileTag, plainPath } from '../props/placeholder.ts'
import { isObject, readBindings, readProps } from '../props/props.ts'
import { deepFreeze } from '../model/record.ts'
import { actionSchema } from '../model/schemas.ts'
import type { Action, Binding, Props } from '../model/component.ts'
import type { CompiledTemplate, ParamKinds } from '../props/placeholder.ts'
import type { ProblemList } from '../values/problems.ts'
import type { Fields, TextField } from '../../schema/index.ts'

/*
 * Parts of a component that may contain parameter placeholders, which only components of symbols may. Each part is
 * validated with a real tag in place of the placeholders, so that all other checks apply to symbols as well; then the
 * placeholders are restored.
 */

/** Reads bindings whose tags and expressions may contain placeholders. */
export function readTemplateBindings(
  raw: unknown,
  fields: Fields | undefined,
  path: string,
  kinds: ParamKinds,
  problems: ProblemList,
): readonly Binding[] {
  if (kinds.size === 0 || !Array.isArray(raw)) return readBindings(raw, fields, path, problems)
  const tags = raw.map((binding: unknown, i) => {
    if (!isObject(binding)) return undefined
    const source = isObject(binding.via) && binding.via.kind === 'expression' ? binding.via.source : undefined
    if (typeof source === 'string') note(compileExpressionTemplate(source, kinds), `${path}.${i}.via.source`, problems)
    return templateTag(binding.tag, `${path}.${i}.tag`, kinds, problems)
  })
  if (tags.every((tag) => tag === undefined)) return readBindings(raw, fields, path, problems)
  const before = problems.list.length
  const read = readBindings(
    raw.map((binding: unknown, i) =>
      isObject(binding) && tags[i] !== undefined ? { ...binding, tag: anyTag } : binding,
    ),
    fields,
    path,
    problems,
  )
  if (problems.list.length > before) return read
  return deepFreeze(read.map((binding, i) => (tags[i] === undefined ? binding : { ...binding, tag: tags[i] })))
}

/** Reads an action whose tag may contain placeholders. Returns null if there is none or it is invalid. */
export function readTemplateAction(
  raw: unknown,
  path: string,
  kinds: ParamKinds,
  problems: ProblemList,
): Action | null {
  if (raw === undefined || raw === null) return null
  const tag = isObject(raw) && kinds.size > 0 ? templateTag(raw.tag, `${path}.tag`, kinds, problems) : undefined
  const read = parse(actionSchema, isObject(raw) && tag !== undefined ? { ...raw, tag: anyTag } : raw, path)
  if (read.problems) return problems.addAll(read.problems) ?? null
  return deepFreeze(tag !== undefined && 'tag' in read.value ? { ...read.value, tag } : read.value)
}

/** Reads properties; tag properties may contain placeholders. */
export function readTemplateProps(
  raw: unknown,
  fields: Fields | undefined,
  path: string,
  kinds: ParamKinds,
  problems: ProblemList,
): Props {
  if (kinds.size === 0 || !isObject(raw)) return readProps(raw, fields, path, problems)
  const tags = Object.entries(raw).flatMap(([name, value]) => {
    const field = fields && Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field?.kind !== 'text' || (field.format !== 'tag' && field.format !== 'tags')) return []
    const read = templateTags(value, field, `${path}.${name}`, kinds, problems)
    return read ? [{ name, ...read }] : []
  })
  if (tags.length === 0) return readProps(raw, fields, path, problems)
  const read = readProps(
    { ...raw, ...Object.fromEntries(tags.map(({ name, checked }) => [name, checked])) },
    fields,
    path,
    problems,
  )
  return deepFreeze({ ...read, ...Object.fromEntries(tags.map(({ name, kept }) => [name, kept])) })
}

const anyTag = 'any/device/point'

function templateTag(tag: unknown, path: string, kinds: ParamKinds, problems: ProblemList): string | undefined {
  if (typeof tag !== 'string' || !tag.includes('{')) return undefined
  note(compileTag(tag, kinds), path, problems)
  return plainPath(tag)
}

/** Returns the tags of a property as they are stored, and with placeholders replaced by valid tags for validation. */
function templateTags(
  value: unknown,
  { format, maxLength }: TextField,
  path: string,
  kinds: ParamKinds,
  problems: ProblemList,
) {
  if (typeof value !== 'string' || !value.includes('{')) return undefined
  if (value.length > maxLength) problems.add(path, 'too_big', `at most ${maxLength} characters`)
  const lines = format === 'tags' ? value.split('\n').map((line) => line.trim()) : [value]
  const tags = lines.map((line) => templateTag(line, path, kinds, problems))
  const checked = lines.map((line, i) => (tags[i] === undefined ? line : anyTag)).join('\n')
  return {
    kept: lines.map((line, i) => tags[i] ?? line).join('\n'),
    checked: checked.length > maxLength ? anyTag : checked,
  }
}

function note({ fault }: CompiledTemplate, path: string, problems: ProblemList): void {
  if (fault) problems.add(path, 'drawing.placeholder', `${fault.message}, at character ${fault.at}`)
}
