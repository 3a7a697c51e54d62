import { useCallback, useSyncExternalStore } from 'react'
import type { EntityField } from '../../../contract/entity/field.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useStores } from '../../stores/root.ts'
import { fittedColumns, shownColumns } from './columnChoice.ts'
import { columnWidth, frameWidth, isSentence, spread } from './columnWidth.ts'
import type { ScreenConfig } from '../config/screenConfig.ts'
import { useRights } from '../config/useRights.ts'

/** Width of `Details` and the row menu. */
export const actionsPx = 104
export const chooserPx = 40
/** Width of the menu, shown next to the list on wide screens only; then the list's padding and scroll bar. */
const menuPx = 209
const marginsPx = 58
const widePx = 992

export interface Columns {
  readonly shown: readonly string[]
  readonly getWidth: (name: string) => number
  /** Minimum width of the whole table in pixels. */
  readonly width: number
  /** True if rows can be selected for bulk actions. */
  readonly isMany: boolean
}

/** Share of the remaining room for long texts, against 1 for the title. */
const sentencePart = 3

/**
 * From `scrollingPx` (tablet), the table scrolls sideways and keeps the columns of a window of `usualPx`. Phones are
 * too narrow for fixed columns.
 */
const usualPx = 1366
const scrollingPx = 768

/** Room in pixels for the default columns of a list, by window width. */
export const getAvailableWidth = (windowPx: number): number =>
  toAvailableWidth(windowPx >= scrollingPx ? Math.max(windowPx, usualPx) : windowPx)

/**
 * Columns of a list: those chosen by the user, else as many as fit a window of 1366 px without scrolling sideways.
 * `project` is the project of the current query. Call in an observer.
 */
export function useColumns(shape: ScreenConfig, project: string | undefined): Columns {
  const { entity, cellsPx } = shape
  const { preferences, session } = useStores()
  const localize = useLocalized()
  const may = useRights(entity)
  const windowPx = useSyncExternalStore(resized, windowWidth)
  const roomPx = toAvailableWidth(windowPx)
  const getWidth = useCallback(
    (name: string, isWhole = false): number => {
      const field = entity.fields[name]
      return field
        ? columnWidth(field, localize(field.words), {
            isTitle: name === entity.title,
            isSortable: isSortable(field),
            isWhole,
            cellPx: cellsPx?.[name],
            localize,
          })
        : frameWidth(name)
    },
    [entity, cellsPx, localize],
  )
  const { manyMove } = shape
  const isMany = may('updateMany') || may('removeMany') || (manyMove !== undefined && may(manyMove))
  const fixedPx = actionsPx + (isMany ? chooserPx : 0)
  const chosen = preferences.getColumns(getListName(shape), entity.name)
  const projects = project === undefined && (session.account?.projects.length ?? 0) > 1 ? 'several' : 'one'
  const shown = chosen
    ? shownColumns(shape, chosen, projects)
    : fittedColumns(shape, projects, getWidth, getAvailableWidth(windowPx) - fixedPx)
  const widths = Object.fromEntries(shown.map((name) => [name, getWidth(name)]))
  const filled = spread(
    widths,
    (name) => (isSentence(entity.fields[name]) ? sentencePart : name === entity.title ? 1 : 0),
    roomPx - fixedPx,
    (name) => getWidth(name, true),
  )
  return {
    shown,
    getWidth: (name) => filled[name] ?? getWidth(name),
    isMany,
    width: shown.reduce((sum, name) => sum + getWidth(name), fixedPx),
  }
}

/** Key of the stored column selection: the path of the page, because pages of one entity serve different purposes. */
export const getListName = ({ entity, path }: ScreenConfig): string => path ?? entity.name

export const isSortable = (field: EntityField | undefined): boolean =>
  field === undefined || ['text', 'number', 'flag', 'choice', 'instant'].includes(field.kind)

/** Width of a list in pixels, by window width. */
export const toAvailableWidth = (windowPx: number): number => windowPx - marginsPx - (windowPx >= widePx ? menuPx : 0)

const windowWidth = (): number => window.innerWidth

function resized(changed: () => void): () => void {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}
