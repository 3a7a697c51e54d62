/** Downloads content as a file. Characters not allowed in file names become hyphens. */
export function saveFile(name: string, extension: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = `${toFileName(name)}.${extension}`
  link.click()
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}

export function toFileName(name: string): string {
  return name.replace(/[\p{Cc}<>:"/\\|?*]+/gu, '-').replace(/^[.\s-]+|[.\s-]+$/g, '') || 'file'
}
