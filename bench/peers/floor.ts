import type { Engine, EngineKind } from '../browser/engine.ts'
import { getColor, getFontSize, layer, lineWidth, stateColors, formatValue } from '../browser/workload.ts'
import type { Item } from '../browser/workload.ts'
import { parseItems } from './svg.ts'

const glyphs = '0123456789.-'
const glyphsPerText = 4
const cell = { width: 16, height: 32, font: '24px sans-serif' } as const
/** Horizontal offsets of the glyphs of "12.3" in font sizes. A reading below ten leaves the first position empty. */
const advances = [0, 0.556, 1.112, 1.39] as const
const textureWidth = 256
const inkBytes = [0x1f, 0x29, 0x37] as const
/** Meaning of a slot's alpha byte: a quad, a disc, nothing, or a glyph from `glyph` on. */
const shape = { quad: 0, disc: 1, none: 2, glyph: 3 } as const

const vertexSource = `#version 300 es
precision highp float;
uniform highp sampler2D boxes;
uniform highp sampler2D angles;
uniform mediump sampler2D looks;
uniform vec3 camera;
flat out vec4 look;
out vec2 corner;
void main() {
  int slot = gl_VertexID >> 2;
  ivec2 at = ivec2(slot % ${textureWidth}, slot / ${textureWidth});
  vec4 box = texelFetch(boxes, at, 0);
  float angle = texelFetch(angles, at, 0).r;
  look = texelFetch(looks, at, 0);
  corner = vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1);
  vec2 arm = (corner - 0.5) * box.zw;
  vec2 turned = vec2(arm.x * cos(angle) - arm.y * sin(angle), arm.x * sin(angle) + arm.y * cos(angle));
  vec2 place = (box.xy + box.zw * 0.5 + turned) * camera.z + camera.xy;
  gl_Position = vec4(place.x / ${layer.width / 2}. - 1.0, 1.0 - place.y / ${layer.height / 2}. , 0.0, 1.0);
  if (int(look.a * 255.0 + 0.5) == ${shape.none}) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`

const fragmentSource = `#version 300 es
precision mediump float;
uniform mediump sampler2D atlas;
flat in vec4 look;
in vec2 corner;
out vec4 color;
void main() {
  int kind = int(look.a * 255.0 + 0.5);
  float cover = 1.0;
  if (kind >= ${shape.glyph}) cover = texture(atlas, vec2((float(kind - ${shape.glyph}) + corner.x) / ${glyphs.length}.0, corner.y)).a;
  else if (kind == ${shape.disc}) {
    float away = length(corner - 0.5);
    cover = clamp((0.5 - away) / fwidth(away) + 0.5, 0.0, 1.0);
  }
  color = vec4(look.rgb * cover, cover);
}`

export const floor: EngineKind = { write: (items) => JSON.stringify(items), start: createFloor }

/**
 * Lower bound of the rendering cost: raw WebGL2 with one draw call, vertices fetching their data from textures. A
 * change rewrites four bytes per slot, and changed rows are uploaded before the draw.
 */
function createFloor(root: HTMLElement): Engine {
  const canvas = Object.assign(document.createElement('canvas'), layer)
  const gl = canvas.getContext('webgl2', { antialias: false, alpha: false })
  if (!gl) throw new Error('WebGL2 is not to be had here')
  root.append(canvas)
  let slots: Slots | undefined
  let cameraAt: WebGLUniformLocation | null = null
  let selected: readonly number[] = []
  const camera = { x: 0, y: 0, scale: 1 }

  const draw = () => {
    if (!slots) return
    uploadRows(gl, slots)
    gl.clear(gl.COLOR_BUFFER_BIT)
    gl.uniform3f(cameraAt, camera.x, camera.y, camera.scale)
    gl.drawElements(gl.TRIANGLES, slots.count * 6, gl.UNSIGNED_INT, 0)
  }

  return {
    async open(text) {
      slots = layOut(parseItems(text))
      const program = link(gl)
      texture(gl, program, 'boxes', 0, {
        internal: gl.RGBA32F,
        format: gl.RGBA,
        type: gl.FLOAT,
        data: slots.boxes,
        height: slots.rows,
      })
      texture(gl, program, 'angles', 1, {
        internal: gl.R32F,
        format: gl.RED,
        type: gl.FLOAT,
        data: slots.angles,
        height: slots.rows,
      })
      texture(gl, program, 'looks', 2, {
        internal: gl.RGBA8,
        format: gl.RGBA,
        type: gl.UNSIGNED_BYTE,
        data: slots.styles,
        height: slots.rows,
      })
      atlasTexture(gl, program)
      fillIndexes(gl, slots.count)
      cameraAt = gl.getUniformLocation(program, 'camera')
      gl.clearColor(1, 1, 1, 1)
      gl.enable(gl.BLEND)
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
      draw()
    },
    set({ index, value }) {
      if (!slots) return
      const first = slots.firstSlots[index] ?? 0
      if ((slots.firstSlots[index + 1] ?? 0) - first > 1) writeText(slots, first, formatValue(value))
      else writeColor(slots, first, getColor(value))
    },
    flush: draw,
    pan(x, y) {
      Object.assign(camera, { x, y })
    },
    zoom(scale) {
      camera.scale = scale
    },
    select(indexes) {
      selected = indexes
    },
    move(dx, dy) {
      if (!slots) return
      for (const index of selected) moveSlots(slots, index, dx, dy)
      gl.activeTexture(gl.TEXTURE0)
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, textureWidth, slots.rows, gl.RGBA, gl.FLOAT, slots.boxes)
      gl.activeTexture(gl.TEXTURE2)
      draw()
    },
    destroy() {
      gl.getExtension('WEBGL_lose_context')?.loseContext()
    },
  }
}

interface Slots {
  readonly count: number
  readonly rows: number
  readonly firstSlots: Uint32Array
  readonly boxes: Float32Array
  readonly angles: Float32Array
  readonly styles: Uint8Array
  readonly dirty: Uint8Array
}

function layOut(items: readonly Item[]): Slots {
  const firstSlots = new Uint32Array(items.length + 1)
  items.forEach((item, index) => {
    firstSlots[index + 1] = (firstSlots[index] ?? 0) + (item.kind === 'text' ? glyphsPerText : 1)
  })
  const count = firstSlots[items.length] ?? 0
  const rows = Math.ceil(count / textureWidth)
  const size = rows * textureWidth
  const slots: Slots = {
    count,
    rows,
    firstSlots,
    boxes: new Float32Array(size * 4),
    angles: new Float32Array(size),
    styles: new Uint8Array(size * 4),
    dirty: new Uint8Array(rows),
  }
  items.forEach((item, index) => placeItem(slots, item, firstSlots[index] ?? 0))
  return slots
}

function placeItem(slots: Slots, item: Item, first: number): void {
  const { x, y, width, height } = item
  if (item.kind === 'text') {
    const fontSize = getFontSize(item)
    const size = { width: (cell.width * fontSize) / 24, height: (cell.height * fontSize) / 24 }
    for (let glyph = 0; glyph < glyphsPerText; glyph++) {
      const left = x + (advances[glyph] ?? 0) * fontSize
      slots.boxes.set([left, y + (height - size.height) / 2, size.width, size.height], (first + glyph) * 4)
      slots.styles.set(inkBytes, (first + glyph) * 4)
    }
    writeText(slots, first, '0.0')
    return
  }
  if (item.kind === 'line') {
    const length = Math.hypot(width, height)
    slots.boxes.set([x + (width - length) / 2, y + (height - lineWidth) / 2, length, lineWidth], first * 4)
    slots.angles[first] = Math.atan2(height, width)
  } else {
    slots.boxes.set([x, y, width, height], first * 4)
  }
  slots.styles[first * 4 + 3] = item.kind === 'circle' ? shape.disc : shape.quad
  writeColor(slots, first, stateColors[0])
}

function writeText(slots: Slots, first: number, reading: string): void {
  const text = reading.padStart(glyphsPerText)
  for (let at = 0; at < glyphsPerText; at++) {
    const glyph = glyphs.indexOf(text.charAt(at))
    slots.styles[(first + at) * 4 + 3] = glyph < 0 ? shape.none : shape.glyph + glyph
  }
  slots.dirty[(first / textureWidth) | 0] = 1
  slots.dirty[((first + glyphsPerText - 1) / textureWidth) | 0] = 1
}

function writeColor(slots: Slots, slot: number, color: string): void {
  const rgb = Number.parseInt(color.slice(1), 16)
  slots.styles[slot * 4] = rgb >> 16
  slots.styles[slot * 4 + 1] = (rgb >> 8) & 255
  slots.styles[slot * 4 + 2] = rgb & 255
  slots.dirty[(slot / textureWidth) | 0] = 1
}

function moveSlots({ boxes, firstSlots }: Slots, index: number, dx: number, dy: number): void {
  for (let slot = firstSlots[index] ?? 0; slot < (firstSlots[index + 1] ?? 0); slot++) {
    boxes[slot * 4] = (boxes[slot * 4] ?? 0) + dx
    boxes[slot * 4 + 1] = (boxes[slot * 4 + 1] ?? 0) + dy
  }
}

function uploadRows(gl: WebGL2RenderingContext, { dirty, styles }: Slots): void {
  const first = dirty.indexOf(1)
  if (first < 0) return
  const rows = dirty.lastIndexOf(1) - first + 1
  const bytes = textureWidth * 4
  gl.texSubImage2D(
    gl.TEXTURE_2D,
    0,
    0,
    first,
    textureWidth,
    rows,
    gl.RGBA,
    gl.UNSIGNED_BYTE,
    styles.subarray(first * bytes, (first + rows) * bytes),
  )
  dirty.fill(0)
}

interface Texels {
  readonly internal: number
  readonly format: number
  readonly type: number
  readonly data: ArrayBufferView
  readonly height: number
}

function texture(gl: WebGL2RenderingContext, program: WebGLProgram, name: string, unit: number, texels: Texels): void {
  bindTexture(gl, program, name, unit, gl.NEAREST)
  gl.texImage2D(
    gl.TEXTURE_2D,
    0,
    texels.internal,
    textureWidth,
    texels.height,
    0,
    texels.format,
    texels.type,
    texels.data,
  )
}

function atlasTexture(gl: WebGL2RenderingContext, program: WebGLProgram): void {
  const canvas = new OffscreenCanvas(cell.width * glyphs.length, cell.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2D context for the glyphs')
  context.font = cell.font
  context.textBaseline = 'middle'
  context.fillStyle = '#ffffff'
  for (let at = 0; at < glyphs.length; at++) context.fillText(glyphs.charAt(at), at * cell.width + 1, cell.height / 2)
  bindTexture(gl, program, 'atlas', 3, gl.LINEAR)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas)
  // The looks texture is rewritten in each frame, so its unit remains active.
  gl.activeTexture(gl.TEXTURE2)
}

function bindTexture(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  name: string,
  unit: number,
  filter: number,
): void {
  gl.activeTexture(gl.TEXTURE0 + unit)
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  gl.uniform1i(gl.getUniformLocation(program, name), unit)
}

function fillIndexes(gl: WebGL2RenderingContext, count: number): void {
  const indexes = new Uint32Array(count * 6)
  for (let slot = 0; slot < count; slot++) {
    indexes.set([slot * 4, slot * 4 + 1, slot * 4 + 2, slot * 4 + 2, slot * 4 + 1, slot * 4 + 3], slot * 6)
  }
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indexes, gl.STATIC_DRAW)
}

function link(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertexSource],
    [gl.FRAGMENT_SHADER, fragmentSource],
  ] as const) {
    const part = gl.createShader(type)
    if (!part) throw new Error('no shader object')
    gl.shaderSource(part, source)
    gl.compileShader(part)
    if (!gl.getShaderParameter(part, gl.COMPILE_STATUS))
      throw new Error(gl.getShaderInfoLog(part) ?? 'the shader did not compile')
    gl.attachShader(program, part)
  }
  gl.linkProgram(program)
  gl.useProgram(program)
  return program
}
