import { useCallback, useSyncExternalStore } from 'react'
import type { EntityField } from '../../contract/entity/field.ts'
import { useLocalized } from '../kit/useLocalized.ts'
import { useStores } from '../stores/root.ts'
import { fittedColumns, shownColumns } from './columnChoice.ts'
import { columnWidth, frameWidth, isSentence, spread } from './columnWidth.ts'
import type { ScreenConfig } from './screenConfig.ts'
import { useRights } from './useRights.ts'

/** `Details` and the row's menu. */
export const actionsPx = 104
export const chooserPx = 40
/** The menu, which stands beside the list on a wide screen only; the list's padding, and a bar to scroll with. */
const menuPx = 209
const aroundPx = 58
const widePx = 992

export interface Columns {
  readonly shown: readonly string[]
  readonly widthOf: (name: string) => number
  /** Of the whole table at least. */
  readonly width: number
  /** Whether rows can be chosen, to do something with several. */
  readonly isMany: boolean
}

/** Of the room that is left, beside one part for what the row is called: that is whole sooner. */
const sentencePart = 3

/** A window as narrow as a tablet's scrolls sideways; what a usual one shows is not lost in it. A phone's has no room for columns that stand still. */
const usualPx = 1366
const scrollingPx = 768

/** Room for the columns of a list that nobody chose, in a window of this width. */
export const roomFor = (windowPx: number): number => roomIn(windowPx >= scrollingPx ? Math.max(windowPx, usualPx) : windowPx)

/**
 * The columns of a list: chosen by this person, else as many as stand beside each other in a usual window without scrolling sideways; a narrower one scrolls. `project` is the one
 * that the list is asked for. For observers.
 */
export function useColumns(shape: ScreenConfig, project: string | undefined): Columns {
  const { entity, cellsPx } = shape
  const { preferences, session } = useStores()
  const say = useLocalized()
  const may = useRights(entity)
  const windowPx = useSyncExternalStore(resized, windowWidth)
  const roomPx = roomIn(windowPx)
  const widthOf = useCallback((name: string, isWhole = false): number => {
    const field = entity.fields[name]
    return field ? columnWidth(field, say(field.words), { isTitle: name === entity.title, isSortable: isSortable(field), isWhole, cellPx: cellsPx?.[name], say }) : frameWidth(name)
  }, [entity, cellsPx, say])
  const isMany = may('updateMany') || may('removeMany')
  const besides = actionsPx + (isMany ? chooserPx : 0)
  const chosen = preferences.columnsOf(listOf(shape), entity.name)
  const projects = project === undefined && (session.account?.projects.length ?? 0) > 1 ? 'several' : 'one'
  const shown = chosen ? shownColumns(shape, chosen, projects) : fittedColumns(shape, projects, widthOf, roomFor(windowPx) - besides)
  const widths = Object.fromEntries(shown.map((name) => [name, widthOf(name)]))
  const filled = spread(widths, (name) => (isSentence(entity.fields[name]) ? sentencePart : name === entity.title ? 1 : 0), roomPx - besides, (name) => widthOf(name, true))
  return { shown, widthOf: (name) => filled[name] ?? widthOf(name), isMany, width: shown.reduce((sum, name) => sum + widthOf(name), besides) }
}

/** The name under which a person's choice is kept: the page's, for pages of one entity are read for different ends. */
export const listOf = ({ entity, path }: ScreenConfig): string => path ?? entity.name

export const isSortable = (field: EntityField | undefined): boolean => field === undefined || ['text', 'number', 'flag', 'choice', 'instant'].includes(field.kind)

/** How wide a list is in a window of this width. */
export const roomIn = (windowPx: number): number => windowPx - aroundPx - (windowPx >= widePx ? menuPx : 0)

const windowWidth = (): number => window.innerWidth

function resized(changed: () => void): () => void {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}
