const prefix = 'application/x-mimic-entry.'

/**
 * An entry of the toolbox on the way from the toolbox to the canvas. Its name is in the data's kind: while something is
 * dragged over a page, browsers show the kinds only.
 */
export function startDragging(data: DataTransfer, key: string): void {
  data.setData(prefix + encodeURIComponent(key), key)
  data.effectAllowed = 'copy'
}

export function isDraggingEntry(data: DataTransfer): boolean {
  return data.types.some(isOurs)
}

/** The key of what was dropped. */
export function droppedKey(data: DataTransfer): string | undefined {
  const kind = data.types.find(isOurs)
  return kind && data.getData(kind)
}

const isOurs = (kind: string): boolean => kind.startsWith(prefix)
