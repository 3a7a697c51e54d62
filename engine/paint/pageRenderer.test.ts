import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { GlyphAtlas } from './atlas/glyphs.ts'
import { ImageStore } from './atlas/images.ts'
import { MotionTable } from './gpu/motionTable.ts'
import { PageRenderer } from './pageRenderer.ts'
import { Pages, primitivesPerPage } from './gpu/primitivePages.ts'
import { kind, wordsPerPrimitive } from './brush/primitiveLayout.ts'
import { imageShader } from './gpu/shader.ts'

const shortIndices = 0x1403
const intIndices = 0x1405

/** A WebGL context that records draw calls. Uploading words that begin with `broken` throws. */
function context(broken: number, more: Readonly<Record<string, unknown>> = {}) {
  const drawn: unknown[][] = []
  const canvas = { addEventListener: () => undefined }
  const own: Record<string, unknown> = {
    canvas,
    UNSIGNED_SHORT: shortIndices,
    UNSIGNED_INT: intIndices,
    drawElements: (...args: unknown[]) => {
      drawn.push(args.slice(1))
    },
    texSubImage2D: (...args: unknown[]) => {
      const words = args[8]
      if (words instanceof Uint32Array && words[0] === broken) throw new RangeError('out of bounds')
    },
    ...more,
  }
  const gl = new Proxy(own, {
    get: (known, name) => known[String(name)] ?? (String(name) === String(name).toUpperCase() ? 0 : () => ({})),
  })
  return { gl: gl as unknown as WebGL2RenderingContext, drawn }
}

const atlas = { width: 1, height: 1, bytes: new Uint8Array(1), dirtyFrom: 0, dirtyTo: 0 } as unknown as GlyphAtlas
const view = new Float32Array(9)

/** Two pages with one component of `many` primitives between them. */
function pagesAround(many: number): Pages {
  const pages = new Pages()
  const runs = Array.from({ length: primitivesPerPage + 100 }, () => pages.insert(undefined))
  for (const [at, run] of runs.entries()) {
    const words = new Uint32Array(wordsPerPrimitive)
    words[0] = at + 1
    pages.write(run, words, 1, true)
  }
  const large = pages.insert(pages.list[0].runs.at(-1))
  pages.write(large, new Uint32Array(many * wordsPerPrimitive).fill(7), many, true)
  return pages
}

const reported = vi.fn()
beforeEach(() => {
  reported.mockClear()
  vi.stubGlobal('reportError', reported)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const createRenderer = (pages: Pages) =>
  new PageRenderer(
    [pages],
    atlas,
    new MotionTable(),
    new ImageStore({ chart: () => Promise.reject(new Error('none')) }, () => undefined),
  )

it('paints a page that is larger than others with indices that count so far', () => {
  const { gl, drawn } = context(0)
  const pages = pagesAround(20_000)
  createRenderer(pages).render(gl, view, 1, 0)
  expect(pages.list.length).toBeGreaterThan(2)
  expect(drawn.map(([corners, type]) => [corners, type])).toEqual(
    pages.list.map(({ used, capacity }) => [used * 6, capacity > primitivesPerPage ? intIndices : shortIndices]),
  )
  expect(drawn.some(([corners]) => Number(corners) >= 20_000 * 6)).toBe(true)
})

it('paints all other pages if one fails, and reports the failure once', () => {
  const { gl, drawn } = context(1)
  const pages = pagesAround(10)
  const renderer = createRenderer(pages)
  for (let frame = 1; frame <= 3; frame++) {
    renderer.render(gl, view, 1, frame)
    expect(drawn.splice(0)).toHaveLength(pages.list.length - 1)
  }
  expect(reported).toHaveBeenCalledTimes(1)
})

/**
 * A context that records the active texture unit and the premultiply state of each record upload. Uploading the picture
 * `broken` throws.
 */
function createPictureContext(isImageProgramSound: boolean) {
  const sent: unknown[] = []
  let [unit, isPremultiplied, compiled, isImage] = [0, false, 0, false]
  const { gl, drawn } = context(0, {
    TEXTURE0: 10,
    TEXTURE1: 11,
    TEXTURE2: 12,
    TEXTURE3: 13,
    UNPACK_PREMULTIPLY_ALPHA_WEBGL: 20,
    activeTexture: (one: number) => {
      unit = one
    },
    pixelStorei: (name: number, value: unknown) => {
      if (name === 20) isPremultiplied = value === true
    },
    texImage2D: (...args: unknown[]) => {
      if (args[5] === 'broken') throw new DOMException('tainted', 'SecurityError')
    },
    texSubImage2D: () => {
      sent.push([unit, isPremultiplied])
    },
    shaderSource: (_: unknown, source: string) => {
      isImage = source === imageShader.fragment
      if (isImage) compiled++
    },
    getProgramParameter: () => isImageProgramSound || !isImage,
    getShaderInfoLog: () => 'no such thing',
    isContextLost: () => false,
  })
  return { gl, drawn, sent, compiledImages: () => compiled }
}

/** Two pages; the first one starts with a picture. */
function pagesWithPicture(): Pages {
  const pages = new Pages()
  const words = new Uint32Array(wordsPerPrimitive)
  words[7] = kind.image
  pages.write(pages.insert(undefined), words, 1, false, true)
  for (let at = 0; at < primitivesPerPage; at++)
    pages.write(pages.insert(undefined), new Uint32Array(wordsPerPrimitive), 1, true)
  return pages
}

const createPictures = (source: string) =>
  ({
    dropped: [],
    sourceAt: () => ({ source, texture: null, uploaded: -1, version: 1 }),
    contextLost: () => undefined,
  }) as unknown as ImageStore

it('sends the next page as it would have where a picture could not be sent', () => {
  const { gl, sent } = createPictureContext(true)
  const pages = pagesWithPicture()
  new PageRenderer([pages], atlas, new MotionTable(), createPictures('broken')).render(gl, view, 1, 0)
  expect(sent).toEqual(pages.list.map(() => [10, false]))
  expect(reported).toHaveBeenCalledTimes(1)
})

it('compiles a failing image shader once, reports it once and paints everything else', () => {
  const { gl, drawn, compiledImages } = createPictureContext(false)
  const pages = pagesWithPicture()
  const renderer = new PageRenderer([pages], atlas, new MotionTable(), createPictures('sound'))
  for (let frame = 1; frame <= 3; frame++) renderer.render(gl, view, 1, frame)
  expect(compiledImages()).toBe(1)
  expect(reported).toHaveBeenCalledTimes(1)
  expect(drawn).toHaveLength(3 * pages.list.length)
})
