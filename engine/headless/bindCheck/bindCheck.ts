import { catalog } from '../../components/catalog.ts'
import { migrate, getOwnComponents, readDrawing } from '../../document/index.ts'
import type { Component, Drawing } from '../../document/index.ts'
import { isObject } from '../../document/props/props.ts'
import { checkBindings, checkMembers, checkSymbols } from './checkBindings.ts'
import type { BindingCheck, Finding, TagList } from './checkBindings.ts'
import type { Call, Command } from '../command.ts'
import { isSet, textOption, CliError, writeJson } from '../command.ts'
import { openEach, problemLine } from '../files.ts'
import type { DrawingFile } from '../files.ts'
import { localize } from '../language.ts'
import { findLineOfPath } from '../places.ts'
import { readTagList } from './tagList.ts'
import { inFile } from '../picture/values.ts'
import { words } from '../words.ts'

/** Checks every binding against the component types and, if a list is given, against the tags of a plant. */
export const bindCheck: Command = {
  words: {
    en: 'check the bindings of drawings, optionally against a list of tags',
    zh: '检查图纸的绑定，也可对照点位列表',
  },
  usage: 'bind-check FILE… [--tags TAGS.json|TAGS.txt] [--json] [--lang en|zh]',
  details: {
    en:
      'Reports unknown and unbindable properties, duplicate bindings, expression errors with their position, results of\n' +
      'the wrong type, states that are never shown, component types that are not installed and, with --tags, tags\n' +
      'that are not in the list (also those of curves) and text tags bound to properties that need another type.\n' +
      '--tags  text file with one tag per line, or JSON: tags, {tag, kind}, {project, device, point, kind}, or values by tag',
    zh:
      '检查未知或不可绑定的属性、重复绑定、表达式错误及其位置、与属性类型不符的结果、永远不会出现的状态、\n' +
      '未安装的类型；给出 --tags 时还检查列表中没有的点位（包括曲线的点位），以及文本点位无法驱动的绑定。\n' +
      '--tags  每行一个点位的文本，或 JSON：点位、{tag, kind}、{project, device, point, kind}、按点位给出的值',
  },
  options: { tags: { type: 'string' }, json: { type: 'boolean' } },
  run(call) {
    if (call.files.length === 0)
      throw new CliError(words.fileCount, { name: 'bind-check', count: 'FILE…', usage: bindCheck.usage })
    const tags = readTags(call)
    if (tags === undefined) return 2
    const { files, isWhole } = openEach(call)
    const results = files.map((opened) => ({ opened, check: checkFile(call, opened, tags) }))
    if (isSet(call, 'json'))
      call.out(writeJson({ files: results.map(({ opened, check }) => toJson(call, opened, check)) }))
    else for (const line of results.flatMap(({ opened, check }) => formatLines(call, opened, check))) call.line(line)
    return isWhole ? (results.some(({ check }) => !check || check.findings.length > 0) ? 1 : 0) : 2
  },
}

/** Null: no list given. Undefined: the list is invalid and its problems were printed. */
function readTags(call: Call): TagList | null | undefined {
  const file = textOption(call, 'tags')
  if (file === undefined) return null
  const read = readTagList(call.readText(file))
  for (const line of inFile(file, read.problems ?? [])) call.writeMessage(line)
  return read.value
}

/** Undefined: the file is not a drawing and its problems were printed. */
function checkFile(call: Call, opened: DrawingFile, tags: TagList | null): BindingCheck | undefined {
  const data = !opened.raw.problems && isObject(opened.raw.value) ? migrate(opened.raw.value) : opened.raw
  if (data.problems || !isObject(data.value)) {
    for (const problem of data.problems ?? [{ path: '', code: 'invalid_type', message: 'a drawing must be an object' }])
      call.writeMessage(problemLine(call, opened, problem))
    return undefined
  }
  const written = checkBindings(data.value['components'], 'components', catalog, tags)
  const whole = readDrawing(data.value, catalog)
  const hasInstances = Array.isArray(data.value['symbols']) && data.value['symbols'].length > 0
  if (whole.problems && hasInstances)
    call.writeMessage(
      localize(words.instancesUnchecked, call.language, {
        file: opened.file,
        problem: whole.problems[0] ? problemLine(call, opened, whole.problems[0]) : '',
      }),
    )
  const defined = checkSymbols(data.value['symbols'], 'symbols', catalog, tags)
  const memberCheck = checkMembers(...listMembers(data.value, whole.value?.drawing), catalog, tags)
  // A problem in a symbol recurs in each of its instances; report it once.
  const definedKeys = new Set(defined.findings.map(getFindingKey))
  return {
    findings: [
      ...written.findings,
      ...defined.findings,
      ...memberCheck.findings.filter((finding) => !definedKeys.has(getFindingKey(finding))),
    ],
    count: written.count + memberCheck.count,
  }
}

const getFindingKey = ({ code, words: { en }, filling, component: { type } }: Finding): string =>
  JSON.stringify([code, en, filling, type])

/**
 * Members of symbol instances, if the drawing can be read, and a function that returns the path of a member's instance.
 */
function listMembers(
  data: Readonly<Record<string, unknown>>,
  drawing: Drawing | undefined,
): [members: readonly Component[], placeOf: (member: Component) => string] {
  if (!drawing?.symbols) return [[], () => '']
  const own = new Set(getOwnComponents(drawing))
  const byId = new Map(drawing.components.map((component) => [component.id, component]))
  const written: readonly unknown[] = Array.isArray(data['components']) ? data['components'] : []
  const getPath = (member: Component) => {
    let at: Component | undefined = member
    while (at && !own.has(at)) at = at.parent === null ? undefined : byId.get(at.parent)
    const index = written.findIndex((raw) => isObject(raw) && raw['id'] === at?.id)
    return `components.${index}.link`
  }
  return [drawing.components.filter((component) => !own.has(component)), getPath]
}

function formatLines(
  call: Call,
  { file, text, prefix }: DrawingFile,
  check: BindingCheck | undefined,
): readonly string[] {
  if (!check) return []
  if (check.findings.length === 0) return [localize(words.isBound, call.language, { file, count: check.count })]
  return check.findings.map((finding) => findingLine(call, { file, text, prefix }, finding))
}

type Placed = Pick<DrawingFile, 'file' | 'text' | 'prefix'>

/** Formats a finding as a line with its component and position. */
export function findingLine(
  call: Call,
  { file, text, prefix }: Placed,
  { path, code, words: message, filling, span, component }: Finding,
): string {
  const at = span ? `${localize(words.character, call.language, { at: span[0] + 1 })}: ` : ''
  return `${file}:${findLineOfPath(text, prefix + path)}: ${component.name} (${component.id}) ${prefix}${path}: ${at}${localize(message, call.language, filling)} [${code}]`
}

/** Formats a finding for JSON output. */
export function findingJson(
  call: Call,
  { text, prefix }: Omit<Placed, 'file'>,
  { words: message, filling, path, code, span, component }: Finding,
): unknown {
  return {
    line: findLineOfPath(text, prefix + path),
    path: prefix + path,
    code,
    message: localize(message, call.language, filling),
    ...(span && { span }),
    component,
  }
}

function toJson(call: Call, { file, text, prefix }: DrawingFile, check: BindingCheck | undefined): unknown {
  return {
    file,
    bindings: check?.count ?? null,
    findings: check?.findings.map((finding) => findingJson(call, { text, prefix }, finding)) ?? null,
  }
}
