import type { Parsed } from '../../schema/index.ts'
import { listOf, own, part, rawOf, rawsOf, textOf } from '../untypedJson.ts'
import type { Raw } from '../untypedJson.ts'
import type { ReportBook } from '../report.ts'

/** The view to import, alone or from a project, and the names of its variables. */
export interface View {
  readonly view: Raw
  readonly path: string
  readonly nameOf: (variableId: string) => string
}

/** Whether the data is a FUXA view or project. */
export function isFuxa(data: Raw): boolean {
  return typeof own(data, 'svgcontent') === 'string' || Array.isArray(own(part(data, 'hmi'), 'views')) || (Array.isArray(own(data, 'views')) && rawsOf(data, 'views', 1).some((view) => Object.hasOwn(view, 'svgcontent')))
}

export function chosenView(data: Raw, choice: string | number | undefined, book: ReportBook): Parsed<View> {
  if (typeof own(data, 'svgcontent') === 'string') return { value: { view: data, path: '', nameOf: namesOf(data, data) } }
  const hmi = part(data, 'hmi') ?? data
  const views = rawsOf(hmi, 'views', viewLimit)
  const wanted = choice ?? textOf(part(hmi, 'layout'), 'start')
  const found = typeof wanted === 'number' ? wanted : views.findIndex((view) => textOf(view, 'id') === wanted || textOf(view, 'name') === wanted)
  const index = choice === undefined ? Math.max(0, found) : found
  const view = views[index]
  if (!view) return { problems: [{ path: 'hmi.views', code: 'fuxa.view', message: choice === undefined ? 'the project contains no view' : `unknown view ${String(choice).slice(0, 80)}` }] }
  for (const [i, other] of views.entries()) if (i !== index) book.lose(`hmi.views.${i}`, textOf(other, 'name') || textOf(other, 'id'), 'view.other')
  if (listOf(data, 'scripts').length > 0) book.lose('scripts', 'scripts', 'safe.script')
  return { value: { view, path: `hmi.views.${index}.`, nameOf: namesOf(data, view) } }
}

const viewLimit = 1000

/**
 * Returns a function that maps variable ids to names. A project stores device and tag per id; a view may store the
 * name.
 */
function namesOf(data: Raw, view: Raw): (variableId: string) => string {
  const names = new Map<string, string>()
  const variables = part(view, 'variables')
  for (const [id, value] of Object.entries(variables ?? {})) {
    const variable = rawOf(value)
    const name = textOf(variable, 'name')
    if (name !== '') names.set(id, joined(textOf(variable, 'device'), name))
  }
  for (const device of Object.values(part(data, 'devices') ?? {})) {
    const raw = rawOf(device)
    for (const [id, value] of Object.entries(part(raw, 'tags') ?? {})) {
      const name = textOf(rawOf(value), 'name')
      if (name !== '') names.set(id, joined(textOf(raw, 'name'), name))
    }
  }
  return (variableId) => names.get(variableId) ?? variableId
}

const joined = (device: string, name: string): string => (device === '' ? name : `${device}^~^${name}`)
