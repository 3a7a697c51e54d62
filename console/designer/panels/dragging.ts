const prefix = 'application/x-mimic-type.'

/**
 * A component type on the way from the toolbox to the canvas. Its name is in the data's kind: while something is
 * dragged over a page, browsers show the kinds only.
 */
export function startDragging(data: DataTransfer, type: string): void {
  data.setData(prefix + type, type)
  data.effectAllowed = 'copy'
}

export function isDraggingType(data: DataTransfer): boolean {
  return data.types.some(isOurs)
}

/** The type that was dropped. */
export function droppedType(data: DataTransfer): string | undefined {
  const kind = data.types.find(isOurs)
  return kind && data.getData(kind)
}

const isOurs = (kind: string): boolean => kind.startsWith(prefix)
