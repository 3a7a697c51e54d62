import type { Parsed } from '../../schema/index.ts'
import { getList, getOwn, getObject, toRaw, getObjects, getText } from '../untypedJson.ts'
import type { Raw } from '../untypedJson.ts'
import type { ReportBook } from '../report.ts'

/** The view to import, alone or from a project, and the names of its variables. */
export interface View {
  readonly view: Raw
  readonly path: string
  readonly getVariableName: (variableId: string) => string
}

/**
 * Selects the view to import by id, name or index; by default the start view of the project, otherwise the first view.
 * Other views and scripts are reported as lost. Returns a problem if there is no such view.
 */
export function chooseView(data: Raw, choice: string | number | undefined, book: ReportBook): Parsed<View> {
  if (typeof getOwn(data, 'svgcontent') === 'string')
    return { value: { view: data, path: '', getVariableName: createNameLookup(data, data) } }
  const hmi = getObject(data, 'hmi') ?? data
  const views = getObjects(hmi, 'views', viewLimit)
  const viewName = choice ?? getText(getObject(hmi, 'layout'), 'start')
  const found =
    typeof viewName === 'number'
      ? viewName
      : views.findIndex((view) => getText(view, 'id') === viewName || getText(view, 'name') === viewName)
  const start = Math.max(0, found)
  // A view without a picture is left out: by default the first one with a picture replaces it.
  const index =
    choice !== undefined || hasPicture(views[start]) || views.length === 0
      ? choice === undefined
        ? start
        : found
      : views.findIndex(hasPicture)
  const view = views[index]
  if (views.length > 0 && !views.some(hasPicture))
    return {
      problems: views.slice(0, shownViews).map((each, i) => ({
        path: `hmi.views.${i}`,
        code: 'fuxa.picture',
        message: `the view ${getViewName(each)} has no picture (svgcontent)`,
      })),
    }
  if (!view)
    return {
      problems: [
        {
          path: 'hmi.views',
          code: 'fuxa.view',
          message:
            choice === undefined ? 'the project contains no view' : `unknown view ${String(choice).slice(0, 80)}`,
        },
      ],
    }
  for (const [i, other] of views.entries())
    if (i !== index) book.lose(`hmi.views.${i}`, getViewName(other), hasPicture(other) ? 'view.other' : 'view.empty')
  if (getList(data, 'scripts').length > 0) book.lose('scripts', 'scripts', 'safe.script')
  return { value: { view, path: `hmi.views.${index}.`, getVariableName: createNameLookup(data, view) } }
}

/**
 * Returns all views of a project that have a picture; the others and scripts are reported as lost. Empty for a single
 * view.
 */
export function listViews(data: Raw, book: ReportBook): readonly View[] {
  const views = getObjects(getObject(data, 'hmi') ?? data, 'views', viewLimit)
  if (getList(data, 'scripts').length > 0) book.lose('scripts', 'scripts', 'safe.script')
  return views.flatMap((view, i) => {
    if (hasPicture(view)) return [{ view, path: `hmi.views.${i}.`, getVariableName: createNameLookup(data, view) }]
    book.lose(`hmi.views.${i}`, getViewName(view), 'view.empty')
    return []
  })
}

/** Whether a view has a picture. Projects that were not opened in the editor lack them. */
function hasPicture(view: Raw | undefined): boolean {
  return getText(view, 'svgcontent').trim() !== ''
}

const getViewName = (view: Raw): string => (getText(view, 'name') || getText(view, 'id')).slice(0, 80)

const viewLimit = 1000
/** Views named in the problems of a project without pictures. */
const shownViews = 20

/**
 * Returns a function that maps variable ids to names. A project stores device and tag per id; a view may store the
 * name.
 */
function createNameLookup(data: Raw, view: Raw): (variableId: string) => string {
  const names = new Map<string, string>()
  const variables = getObject(view, 'variables')
  for (const [id, value] of Object.entries(variables ?? {})) {
    const variable = toRaw(value)
    const name = getText(variable, 'name')
    if (name !== '') names.set(id, joinName(getText(variable, 'device'), name))
  }
  for (const device of Object.values(getObject(data, 'devices') ?? {})) {
    const raw = toRaw(device)
    for (const [id, value] of Object.entries(getObject(raw, 'tags') ?? {})) {
      const name = getText(toRaw(value), 'name')
      if (name !== '') names.set(id, joinName(getText(raw, 'name'), name))
    }
  }
  return (variableId) => names.get(variableId) ?? variableId
}

const joinName = (device: string, name: string): string => (device === '' ? name : `${device}^~^${name}`)
