const prefix = 'application/x-mimic-entry.'

/** Stores the key of a dragged toolbox entry in the data type: during a drag, browsers expose only the types. */
export function startDragging(data: DataTransfer, key: string): void {
  data.setData(prefix + encodeURIComponent(key), key)
  data.effectAllowed = 'copy'
}

export function isDraggingEntry(data: DataTransfer): boolean {
  return data.types.some(isEntryType)
}

/** Returns the key of the dropped entry. */
export function droppedKey(data: DataTransfer): string | undefined {
  const kind = data.types.find(isEntryType)
  return kind && data.getData(kind)
}

const isEntryType = (kind: string): boolean => kind.startsWith(prefix)
