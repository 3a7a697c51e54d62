import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

/** Share of pixels that may differ: rasterisers of two browser versions disagree along edges, not about a picture. */
const tolerance = 0.002

/**
 * Compares a picture with the kept one. With UPDATE_PICTURES=1 it is kept instead; a missing one is an error otherwise.
 * What differs is written to tests/.output beside the picture itself.
 * @returns the share of pixels that differ, to be shown by the test.
 */
export async function compareWithKept(picture: Uint8Array, kept: string): Promise<number> {
  if (process.env['UPDATE_PICTURES'] === '1') {
    await writeFile(kept, picture)
    return 0
  }
  if (!existsSync(kept)) throw new Error(`${kept} is missing: look at the picture, then keep it with UPDATE_PICTURES=1`)
  const share = differenceOf(picture, await readFile(kept), join('tests/.output', kept.split('/').at(-1) ?? 'picture.png'))
  return await share
}

/** The share of pixels in which two PNGs differ visibly; above the tolerance the difference is written to `output`. */
export async function differenceOf(a: Uint8Array, b: Uint8Array, output: string): Promise<number> {
  const [left, right] = [PNG.sync.read(Buffer.from(a)), PNG.sync.read(Buffer.from(b))]
  if (left.width !== right.width || left.height !== right.height) return 1
  const difference = new PNG({ width: left.width, height: left.height })
  const pixels = pixelmatch(left.data, right.data, difference.data, left.width, left.height, { threshold: 0.15 })
  const share = pixels / (left.width * left.height)
  if (share > tolerance) {
    await mkdir(dirname(output), { recursive: true })
    await writeFile(output, a)
    await writeFile(output.replace('.png', '.difference.png'), PNG.sync.write(difference))
  }
  return share
}

export { tolerance as pictureTolerance }
