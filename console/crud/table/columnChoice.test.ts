import { expect, it } from 'vitest'
import { entities, getEntity } from '../../../contract/entities.ts'
import type { Entity } from '../../../contract/entity/define.ts'
import type { Variant } from '../../../contract/entity/field.ts'
import { fittedColumns, shownColumns } from './columnChoice.ts'
import { columnWidth, frameWidth } from './columnWidth.ts'
import { actionsPx, chooserPx, isSortable, getAvailableWidth, toAvailableWidth } from './useColumns.ts'

const languages = ['en', 'zh'] as const
const variants: readonly (Variant | undefined)[] = [undefined, 'plain', 'ob', 'tunnel']
const createShape = (entity: Entity, variant: Variant | undefined) =>
  variant === undefined ? { entity } : { entity, variant }

function createWidths(entity: Entity, language: (typeof languages)[number]) {
  const localize = (words: { readonly en: string; readonly zh: string }): string => words[language]
  return (name: string): number => {
    const field = entity.fields[name]
    return field
      ? columnWidth(field, localize(field.words), {
          isTitle: name === entity.title,
          isSortable: isSortable(field),
          localize,
        })
      : frameWidth(name)
  }
}
const fitted = (entity: Entity, variant: Variant | undefined, language: (typeof languages)[number], windowPx: number) =>
  fittedColumns(
    createShape(entity, variant),
    'several',
    createWidths(entity, language),
    toAvailableWidth(windowPx) - actionsPx - chooserPx,
  )

it('no list scrolls horizontally at a width of 1366 px, and each keeps its name, state and key columns', () => {
  const wrong: string[] = []
  for (const entity of entities) {
    for (const variant of variants) {
      for (const language of languages) {
        const shown = fitted(entity, variant, language, 1366)
        const getWidth = createWidths(entity, language)
        const width = shown.reduce((sum, name) => sum + getWidth(name), actionsPx + chooserPx)
        const declared = shownColumns(createShape(entity, variant), null, 'several')
        const missing = [entity.title, entity.lifecycle?.field, entity.list.sort.by].filter(
          (name) => name !== undefined && declared.includes(name) && !shown.includes(name),
        )
        if (width > toAvailableWidth(1366) || missing.length > 0 || shown.length < Math.min(5, declared.length))
          wrong.push(
            `${entity.name} ${variant ?? ''} ${language}: ${width} px, ${shown.join(' ')}, without ${missing.join(' ')}`,
          )
      }
    }
  }
  expect(wrong).toEqual([])
})

it('shows operators the time, level, message and state of an alarm, and the handler of a work order', () => {
  expect(fitted(getEntity('alarm'), undefined, 'en', 1366)).toEqual(
    expect.arrayContaining(['at', 'level', 'status', 'message', 'fault', 'clearedAt']),
  )
  expect(fitted(getEntity('workOrder'), undefined, 'en', 1366)).toEqual(
    expect.arrayContaining(['number', 'level', 'status', 'content', 'device', 'handler', 'createdAt']),
  )
  expect(fitted(getEntity('loop'), undefined, 'en', 1366)).toEqual(
    expect.arrayContaining(['name', 'cabinet', 'state', 'outputCurrent', 'installation']),
  )
  expect(fitted(getEntity('pole'), 'tunnel', 'en', 1366)).toEqual(
    expect.arrayContaining(['name', 'address', 'section', 'level', 'power', 'installation']),
  )
})

it('a tablet scrolls horizontally with the columns of the desktop; a phone shows only the columns that fit', () => {
  for (const entity of entities) {
    const shownIn = (windowPx: number) =>
      fittedColumns(
        { entity },
        'several',
        createWidths(entity, 'en'),
        getAvailableWidth(windowPx) - actionsPx - chooserPx,
      )
    for (const windowPx of [768, 1024, 1280]) expect(shownIn(windowPx)).toEqual(shownIn(1366))
  }
  const order = getEntity('workOrder')
  expect(
    fittedColumns({ entity: order }, 'several', createWidths(order, 'en'), getAvailableWidth(390)).length,
  ).toBeLessThan(order.list.columns.length)
})

it('a wide window shows all that is declared', () => {
  for (const entity of entities)
    expect(fitted(entity, undefined, 'en', 2400)).toEqual(shownColumns({ entity }, null, 'several'))
})

it('shows the project column only for rows of several projects', () => {
  const shape = { entity: getEntity('area'), only: ['name', 'number', 'isOn'] }
  expect(shownColumns(shape, null, 'several')).toEqual(['name', 'project', 'number', 'isOn'])
  expect(shownColumns(shape, null, 'one')).toEqual(['name', 'number', 'isOn'])
  expect(shownColumns({ entity: getEntity('cabinet') }, null, 'one')).not.toContain('project')
  // Explicitly chosen columns remain.
  expect(shownColumns(shape, ['name', 'isOn'], 'several')).toEqual(['name', 'isOn'])
  for (const entity of entities.filter(({ scope }) => scope === 'project'))
    expect(shownColumns({ entity }, null, 'several')).toContain('project')
  for (const entity of entities.filter(({ scope }) => scope !== 'project'))
    expect(shownColumns({ entity }, null, 'several')).toEqual(shownColumns({ entity }, null, 'one'))
})
