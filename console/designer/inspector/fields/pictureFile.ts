const kinds = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml'])

/**
 * Converts a picture file to the text of a picture property. Returns undefined if it is not a picture or does not fit.
 */
export async function readPicture(file: File, maxBytes: number): Promise<string | undefined> {
  if (!kinds.has(file.type)) return undefined
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.length * 4 > maxBytes * 3) return undefined
  let binary = ''
  for (let at = 0; at < bytes.length; at += chunk) binary += String.fromCharCode(...bytes.subarray(at, at + chunk))
  const text = `data:${file.type};base64,${btoa(binary)}`
  return text.length <= maxBytes ? text : undefined
}

const chunk = 0x8000
