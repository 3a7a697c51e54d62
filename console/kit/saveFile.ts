/** Hands something to the person as a file; what a file system refuses in a name becomes a hyphen. */
export function saveFile(name: string, extension: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = `${fileNameOf(name)}.${extension}`
  link.click()
  // The browser has taken hold of the data by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}

export function fileNameOf(name: string): string {
  return name.replace(/[\p{Cc}<>:"/\\|?*]+/gu, '-').replace(/^[.\s-]+|[.\s-]+$/g, '') || 'file'
}
