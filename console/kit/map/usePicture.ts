import { useEffect, useState } from 'react'
import { decodedPicture, fitInto } from '../drawing/scaledPicture.ts'

export interface LoadedPicture {
  readonly image: HTMLImageElement | HTMLCanvasElement
  /** Height divided by width. */
  readonly aspect: number
}

/** Maximum texture size that every graphics card supports. */
const maxSide = 4096

/** Loads a picture as a texture: undefined while loading, `null` if it is not a picture. */
export function usePicture(url: string | null | undefined): LoadedPicture | null | undefined {
  const [loaded, setLoaded] = useState<{ readonly of: string; readonly picture: LoadedPicture | null } | null>(null)
  useEffect(() => {
    if (!url) return undefined
    let isOver = false
    void load(url).then((picture) => {
      if (!isOver) setLoaded({ of: url, picture })
    })
    return () => {
      isOver = true
    }
  }, [url])
  if (!url) return url === null ? null : undefined
  return loaded?.of === url ? loaded.picture : undefined
}

async function load(url: string): Promise<LoadedPicture | null> {
  const image = await decodedPicture(url)
  if (!image) return null
  const { naturalWidth, naturalHeight } = image
  if (naturalWidth === 0 || naturalHeight === 0) return null
  const aspect = naturalHeight / naturalWidth
  if (Math.max(naturalWidth, naturalHeight) <= maxSide) return { image, aspect }
  const { width, height } = fitInto(naturalWidth, naturalHeight, { width: maxSide, height: maxSide })
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  return { image: canvas, aspect }
}
