/** Size of a picture scaled down to fit into a box; never enlarged. */
export function fitInto(
  width: number,
  height: number,
  max: { readonly width: number; readonly height: number },
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, max.width / Math.max(1, width), max.height / Math.max(1, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Loads a picture ready to be drawn; undefined if the content is not a picture. */
export async function decodedPicture(url: string): Promise<HTMLImageElement | undefined> {
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    return image
  } catch {
    return undefined // Not a picture.
  }
}

const box = { width: 960, height: 540 }
/** Size of a vector picture that declares none. */
const unsized = { width: 960, height: 540 }
const smallest = 64

/**
 * Converts a picture to a data URL of at most `most` characters, by reducing first the quality, then the size.
 * Undefined if the browser cannot decode the picture or it does not fit.
 */
export async function scaledPicture(file: Blob, max: number): Promise<string | undefined> {
  const url = URL.createObjectURL(file)
  try {
    const image = await decodedPicture(url)
    if (!image) return undefined
    const { naturalWidth, naturalHeight } = image
    let size = fitInto(naturalWidth || unsized.width, naturalHeight || unsized.height, box)
    for (
      ;
      size.width >= smallest;
      size = fitInto(size.width, size.height, { width: size.width * 0.75, height: size.height })
    ) {
      for (const quality of [0.9, 0.75, 0.6]) {
        const address = encoded(image, size, quality)
        if (address !== undefined && address.length <= max) return address
      }
    }
    return undefined
  } finally {
    URL.revokeObjectURL(url)
  }
}

/**
 * Uses WebP, which is small and supports transparency. Browsers that cannot encode WebP return a PNG; then JPEG is
 * used.
 */
function encoded(
  image: HTMLImageElement,
  { width, height }: { readonly width: number; readonly height: number },
  quality: number,
): string | undefined {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  const webp = canvas.toDataURL('image/webp', quality)
  if (webp.startsWith('data:image/webp')) return webp
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  return canvas.toDataURL('image/jpeg', quality)
}
