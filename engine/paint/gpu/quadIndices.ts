/** Index buffer with two triangles per primitive. */
export interface Quads {
  readonly vertices: WebGLVertexArrayObject
  readonly indices: WebGLBuffer
  /** Maximum number of primitives. */
  readonly room: number
  /** WebGL index type; `stride` is bytes per primitive. */
  readonly type: number
  readonly stride: number
}

const quadCorners = [0, 1, 2, 2, 1, 3] as const

/** Creates the index buffer shared by pages of one size. The corner order matches the vertex shader. */
export function makeQuads(
  gl: WebGL2RenderingContext,
  room: number,
  Indices: Uint16ArrayConstructor | Uint32ArrayConstructor,
): Quads {
  const corners = new Indices(room * 6)
  for (let i = 0, at = 0; i < room; i++) {
    const v = i * 4
    for (const corner of quadCorners) corners[at++] = v + corner
  }
  const vertices = gl.createVertexArray()
  gl.bindVertexArray(vertices)
  const indices = gl.createBuffer()
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices)
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, corners, gl.STATIC_DRAW)
  gl.bindVertexArray(null)
  return {
    vertices,
    indices,
    room,
    type: Indices === Uint16Array ? gl.UNSIGNED_SHORT : gl.UNSIGNED_INT,
    stride: 6 * Indices.BYTES_PER_ELEMENT,
  }
}

/** Deletes the GPU buffers of `makeQuads`. */
export function deleteQuads(gl: WebGL2RenderingContext, { vertices, indices }: Quads): void {
  gl.deleteVertexArray(vertices)
  gl.deleteBuffer(indices)
}
