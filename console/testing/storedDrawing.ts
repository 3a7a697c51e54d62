import type { Component } from '@mimic/engine/document'
import { newDrawing } from '@mimic/engine/document'
import type { StoredDrawing } from '../../contract/routes.ts'
import { project } from './openConsole.tsx'

/** Response of `drawing.read` for a drawing with these components. */
export function storedDrawing(id: string, name: string, components: readonly Component[], revision = 1): StoredDrawing {
  const drawing = { ...newDrawing(name), components }
  return {
    id,
    project,
    name,
    revision,
    drawing,
    components: components.length,
    width: drawing.layer.width,
    height: drawing.layer.height,
    updatedAt: 0,
    updatedBy: 'ann',
    description: '',
    cover: null,
    floor: null,
    isPublic: true,
  }
}
