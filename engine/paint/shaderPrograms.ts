import { standInBelowPx } from './primitiveLayout.ts'
import { imageShader, rampShader, type ShaderSource, simpleShader, wholeShader } from './shader.ts'

/** Under way in the GPU process: nothing has asked yet how it came out, so nobody waits. */
interface StartedProgram {
  readonly program: WebGLProgram
  readonly shaders: readonly WebGLShader[]
}

export interface Program {
  readonly program: WebGLProgram
  readonly uView: WebGLUniformLocation | null
  readonly uScale: WebGLUniformLocation | null
  readonly uTimeMs: WebGLUniformLocation | null
  /** What its uniforms hold now. */
  readonly view: Float32Array
  scale: number
  timeMs: number
}

/** Compiled once a context: the next drawing on the same canvas opens without waiting for the compiler. */
export interface Programs {
  readonly simple: Program
  readonly whole: Program
  /** Made when the first picture is painted: most drawings have none. Null: it cannot be made, and pictures are left out. */
  image: Program | null | undefined
  /** The same for gradients of more than two colours. */
  ramp: Program | null | undefined
}

const programsOf = new WeakMap<WebGL2RenderingContext, Programs>()
const startedOf = new WeakMap<WebGL2RenderingContext, { readonly simple: StartedProgram; readonly whole: StartedProgram }>()

/**
 * Has the programs compiled while something else is done, such as laying out a drawing; the first render asks for them.
 * May be called again: programs of a context are compiled once.
 */
export function warmUp(gl: WebGL2RenderingContext): void {
  if (programsOf.has(gl) || startedOf.has(gl)) return
  startedOf.set(gl, startPrograms(gl))
  forgetWhenLost(gl)
  gl.flush()
}

/** The programs of a context, those it always needs compiled. */
export function programsFor(gl: WebGL2RenderingContext): Programs {
  const known = programsOf.get(gl)
  if (known) return known
  const warmed = startedOf.get(gl)
  if (!warmed) forgetWhenLost(gl)
  const { simple, whole } = warmed ?? startPrograms(gl)
  startedOf.delete(gl)
  const made = { simple: finished(gl, simple), whole: finished(gl, whole), image: undefined, ramp: undefined }
  programsOf.set(gl, made)
  return made
}

/** Compiled once a context, also where that fails: it would be tried anew with every frame. */
export function pendingProgram(gl: WebGL2RenderingContext, programs: Programs, name: 'image' | 'ramp'): Program | null {
  const known = programs[name]
  if (known !== undefined) return known
  programs[name] = null
  try {
    programs[name] = finished(gl, started(gl, name === 'image' ? imageShader : rampShader))
  } catch (error) {
    reportError(error)
  }
  return programs[name] ?? null
}

/**
 * After a context was lost and restored the same object has none of its programs any more. Whether it still has them is
 * not asked (`isProgram`): the answer comes when the GPU has done all it was told, and every opening would wait for it.
 */
function forgetWhenLost(gl: WebGL2RenderingContext): void {
  const forget = (): void => disposePrograms(gl)
  // Restored as well: a stage may have been made while it was lost.
  for (const event of ['webglcontextlost', 'webglcontextrestored']) gl.canvas.addEventListener(event, forget, { once: true })
}

/** The next who asks has them compiled anew. */
export function disposePrograms(gl: WebGL2RenderingContext): void {
  programsOf.delete(gl)
  startedOf.delete(gl)
}

function startPrograms(gl: WebGL2RenderingContext): { readonly simple: StartedProgram; readonly whole: StartedProgram } {
  return { simple: started(gl, simpleShader), whole: started(gl, wholeShader) }
}

function started(gl: WebGL2RenderingContext, source: ShaderSource): StartedProgram {
  const program = gl.createProgram()
  const shaders: WebGLShader[] = []
  for (const [type, text] of [[gl.VERTEX_SHADER, source.vertex], [gl.FRAGMENT_SHADER, source.fragment]] as const) {
    const shader = gl.createShader(type)
    if (!shader) continue
    gl.shaderSource(shader, text)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
    shaders.push(shader)
  }
  gl.linkProgram(program)
  return { program, shaders }
}

/** Waits for a program; a context lost meanwhile gives one that draws nothing until it is made again. */
function finished(gl: WebGL2RenderingContext, { program, shaders }: StartedProgram): Program {
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error([...shaders.map((shader) => gl.getShaderInfoLog(shader)), gl.getProgramInfoLog(program)].find(Boolean) ?? 'shader')
  }
  for (const shader of shaders) gl.deleteShader(shader)
  gl.useProgram(program)
  const locate = (name: string) => gl.getUniformLocation(program, name)
  gl.uniform1i(locate('uRecords'), 0)
  gl.uniform1i(locate('uAtlas'), 1)
  gl.uniform1i(locate('uMotions'), 2)
  gl.uniform1i(locate('uImage'), 3)
  gl.uniform1i(locate('uRamps'), 4)
  gl.uniform1f(locate('uStandInBelowPx'), standInBelowPx)
  return {
    program, uView: locate('uView'), uScale: locate('uScale'), uTimeMs: locate('uTimeMs'),
    view: new Float32Array(9), scale: NaN, timeMs: NaN,
  }
}

/** Sends only uniforms that changed: in most frames that is the time, and none where nothing moves. */
export function use(gl: WebGL2RenderingContext, program: Program, view: Float32Array, scale: number, timeMs: number): void {
  gl.useProgram(program.program)
  if (!program.view.every((cell, i) => cell === view[i])) {
    program.view.set(view)
    gl.uniformMatrix3fv(program.uView, false, view)
  }
  if (program.scale !== scale) {
    program.scale = scale
    gl.uniform1f(program.uScale, scale)
  }
  if (program.uTimeMs === null || program.timeMs === timeMs) return
  program.timeMs = timeMs
  gl.uniform1f(program.uTimeMs, timeMs)
}
