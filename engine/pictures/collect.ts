import { resolveProps } from '../components/catalog.ts'
import type { AnyComponentType, Catalog } from '../components/catalog.ts'
import type { Drawing, Id, Props } from '../document/index.ts'
import type { Picture, Size } from '../paint/brush/brush.ts'
import { ListBrush } from '../paint/brush/listBrush.ts'
import type { FieldValue } from '../schema/index.ts'

/** A painted picture and its box, relative to its component. */
export interface PlacedPicture extends Size {
  readonly x: number
  readonly y: number
  readonly picture: Picture
}

/**
 * Returns the painted pictures of one component; `props` must be complete. Used to find the picture under the pointer.
 */
export function getPictures(
  type: AnyComponentType,
  props: Readonly<Record<string, FieldValue>>,
  size: Size,
): readonly PlacedPicture[] {
  const brush = new PictureBrush()
  type.draw(brush, props, size)
  return brush.pictures
}

/**
 * Returns all painted pictures of a drawing. A component that cannot be drawn has none; the drawing shows an error box
 * for it.
 */
export function picturesIn(
  drawing: Drawing,
  catalog: Catalog,
  overrides?: ReadonlyMap<Id, Props>,
): readonly PlacedPicture[] {
  return drawing.components.flatMap((component) => {
    const type = catalog.get(component.type)
    if (!type) return []
    const live = overrides?.get(component.id)
    const size = {
      width: liveLength(live?.['width'], component.width),
      height: liveLength(live?.['height'], component.height),
    }
    try {
      return getPictures(type, resolveProps(type, component.props, live), size)
    } catch {
      // Painting the component fails in the same way and shows the error box.
      return []
    }
  })
}

/** Returns a key that identifies a picture at a size. */
export function pictureKey(picture: Picture, width: number, height: number): string {
  return `${picture.painter} ${Math.round(width)} ${Math.round(height)} ${picture.key}`
}

class PictureBrush extends ListBrush {
  readonly pictures: PlacedPicture[] = []

  override picture(x: number, y: number, width: number, height: number, picture: Picture): void {
    this.pictures.push({ x, y, width, height, picture })
  }
}

function liveLength(live: FieldValue | undefined, own: number): number {
  return Math.max(0, typeof live === 'number' && Number.isFinite(live) ? live : own)
}
