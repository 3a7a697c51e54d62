import { miniatureBelowPx } from '../brush/primitiveLayout.ts'
import { imageShader, rampShader, type ShaderSource, simpleShader, wholeShader } from './shader.ts'

/** A program whose link status has not been queried yet, so that the main thread does not wait for the GPU process. */
interface StartedProgram {
  readonly program: WebGLProgram
  readonly shaders: readonly WebGLShader[]
}

/** A linked shader program with its uniforms. Uniforms are written only if their value has changed. */
export interface Program {
  readonly program: WebGLProgram
  readonly uView: WebGLUniformLocation | null
  readonly uScale: WebGLUniformLocation | null
  readonly uTimeMs: WebGLUniformLocation | null
  /** Current values of the uniforms. */
  readonly view: Float32Array
  scale: number
  timeMs: number
}

/** Programs of a context, compiled once, so that the next drawing on the same canvas opens without compiling. */
export interface Programs {
  readonly simple: Program
  readonly whole: Program
  /** Created when the first picture is painted. Null if it could not be created; pictures are then not painted. */
  image: Program | null | undefined
  /** Like `image`, for gradients with more than two colours. Null falls back to the whole program. */
  ramp: Program | null | undefined
}

const programsByContext = new WeakMap<WebGL2RenderingContext, Programs>()
const startedByContext = new WeakMap<
  WebGL2RenderingContext,
  { readonly simple: StartedProgram; readonly whole: StartedProgram }
>()

/**
 * Starts compiling the programs in the background, for example while a drawing is laid out. The first render waits for
 * the result. Repeated calls have no effect.
 */
export function warmUp(gl: WebGL2RenderingContext): void {
  if (programsByContext.has(gl) || startedByContext.has(gl)) return
  startedByContext.set(gl, startPrograms(gl))
  forgetWhenLost(gl)
  gl.flush()
}

/** Returns the programs of a context; compiles the simple and whole programs if necessary. */
export function programsFor(gl: WebGL2RenderingContext): Programs {
  const existing = programsByContext.get(gl)
  if (existing) return existing
  const warmed = startedByContext.get(gl)
  if (!warmed) forgetWhenLost(gl)
  const { simple, whole } = warmed ?? startPrograms(gl)
  startedByContext.delete(gl)
  const created = {
    simple: finishProgram(gl, simple),
    whole: finishProgram(gl, whole),
    image: undefined,
    ramp: undefined,
  }
  programsByContext.set(gl, created)
  return created
}

/**
 * Returns a program that is compiled on first use, or null if that failed. A failure is remembered, to avoid a new
 * attempt in every frame.
 */
export function pendingProgram(gl: WebGL2RenderingContext, programs: Programs, name: 'image' | 'ramp'): Program | null {
  const existing = programs[name]
  if (existing !== undefined) return existing
  programs[name] = null
  try {
    programs[name] = finishProgram(gl, startProgram(gl, name === 'image' ? imageShader : rampShader))
  } catch (error) {
    reportError(error)
  }
  return programs[name] ?? null
}

/**
 * Discards the programs when the context is lost or restored, because the same context object has none of them
 * afterwards. `isProgram` is not used: it blocks until the GPU has finished all commands, which would delay every
 * opening.
 */
function forgetWhenLost(gl: WebGL2RenderingContext): void {
  const forget = (): void => disposePrograms(gl)
  // Listen to `webglcontextrestored`, too: a stage may be created while the context is lost.
  for (const event of ['webglcontextlost', 'webglcontextrestored'])
    gl.canvas.addEventListener(event, forget, { once: true })
}

/** Discards the programs of a context; the next use compiles them again. */
export function disposePrograms(gl: WebGL2RenderingContext): void {
  programsByContext.delete(gl)
  startedByContext.delete(gl)
}

function startPrograms(gl: WebGL2RenderingContext): {
  readonly simple: StartedProgram
  readonly whole: StartedProgram
} {
  return { simple: startProgram(gl, simpleShader), whole: startProgram(gl, wholeShader) }
}

function startProgram(gl: WebGL2RenderingContext, source: ShaderSource): StartedProgram {
  const program = gl.createProgram()
  const shaders: WebGLShader[] = []
  for (const [type, text] of [
    [gl.VERTEX_SHADER, source.vertex],
    [gl.FRAGMENT_SHADER, source.fragment],
  ] as const) {
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

/**
 * Waits for a program and returns it. If the context is lost meanwhile, the program draws nothing until it is
 * recreated.
 * @throws if compiling or linking failed.
 */
function finishProgram(gl: WebGL2RenderingContext, { program, shaders }: StartedProgram): Program {
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(
      [...shaders.map((shader) => gl.getShaderInfoLog(shader)), gl.getProgramInfoLog(program)].find(Boolean) ??
        'shader',
    )
  }
  for (const shader of shaders) gl.deleteShader(shader)
  gl.useProgram(program)
  const locate = (name: string) => gl.getUniformLocation(program, name)
  gl.uniform1i(locate('uRecords'), 0)
  gl.uniform1i(locate('uAtlas'), 1)
  gl.uniform1i(locate('uMotions'), 2)
  gl.uniform1i(locate('uImage'), 3)
  gl.uniform1i(locate('uRamps'), 4)
  gl.uniform1f(locate('uStandInBelowPx'), miniatureBelowPx)
  return {
    program,
    uView: locate('uView'),
    uScale: locate('uScale'),
    uTimeMs: locate('uTimeMs'),
    view: new Float32Array(9),
    scale: NaN,
    timeMs: NaN,
  }
}

/** Activates a program and updates the uniforms that have changed: usually the time only, and none without motion. */
export function use(
  gl: WebGL2RenderingContext,
  program: Program,
  view: Float32Array,
  scale: number,
  timeMs: number,
): void {
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
