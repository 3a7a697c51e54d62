import { checkExpression, commonFields, isCommonProp } from '@mimic/engine/bindings'
import { catalog } from '@mimic/engine/catalog'
import type { Component, Drawing } from '@mimic/engine/document'
import type { Field } from '@mimic/engine/schema'
import { limits } from '../../../contract/limits.ts'
import type { SavedDrawing } from '../../../contract/routes.ts'

type Warning = SavedDrawing['warnings'][number]

/**
 * Warnings about binding expressions that never produce a result: syntax errors, unknown functions or the wrong type.
 * Such a drawing can still be saved as unfinished work. Symbol instances are checked with their parameters.
 */
export function findBrokenExpressions({ components }: Pick<Drawing, 'components'>): readonly Warning[] {
  const warnings: Warning[] = []
  for (const [i, component] of components.entries()) {
    for (const [j, { prop, via }] of component.bindings.entries()) {
      if (via.kind !== 'expression') continue
      const fault = checkExpression(via.source, findField(component, prop)).find(
        ({ code }) => code !== 'expression.idle',
      )
      if (!fault) continue
      const { code, message, words } = fault
      warnings.push({
        path: `drawing.components.${i}.bindings.${j}.via.source`,
        code,
        message,
        words,
        component: { id: component.id, name: component.name },
        prop,
      })
      if (warnings.length === limits.drawing.warnings) return warnings
    }
  }
  return warnings
}

function findField({ type }: Component, prop: string): Field | undefined {
  const fields = catalog.get(type)?.fields
  return fields && Object.hasOwn(fields, prop) ? fields[prop] : isCommonProp(prop) ? commonFields[prop] : undefined
}
