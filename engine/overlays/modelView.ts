import {
  AmbientLight,
  Box3,
  Color,
  DirectionalLight,
  Group,
  Mesh,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
  type Material,
  type Object3D,
} from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import type { DomOverlay } from '../components/define.ts'
import { cssFill, plainColor, readGradient } from '../schema/color.ts'

/** View of a 3D model. `turnsPerMinute` is the speed of its rotation. */
export interface ModelView {
  readonly canvas: HTMLCanvasElement
  turnsPerMinute: number
  /**
   * Projects a point, given in fractions of the model's box, to fractions of the picture; null if the point is behind
   * the camera.
   */
  readonly project: (at: readonly [number, number, number]) => { readonly x: number; readonly y: number } | null
  /** Rotates the view by angles in radians, to the right and upwards on the screen. */
  rotate(right: number, up: number): void
  /** Moves the camera closer by the factor; a factor below 1 moves it away. */
  zoom(factor: number): void
  /** Restores the initial view. */
  reset(): void
  /**
   * Mirrors the model and moves the camera so that the picture becomes the mirror image of the previous one. Markers
   * are mirrored with the model.
   */
  mirror(across: boolean, upsideDown: boolean): void
  /** Renders if the view, the model or the size has changed. Returns true while the model rotates on its own. */
  frame(nowMs: number, width: number, height: number): boolean
  destroy(): void
}

/**
 * Loads a glTF model into a lit scene, centred and completely visible. Users rotate it by dragging or with the arrow
 * keys and zoom with the wheel or + and -.
 * @throws if the model cannot be loaded.
 */
export async function openModel(pin: DomOverlay & { readonly kind: 'model' }, wake: () => void): Promise<ModelView> {
  const { scene: model } = await new GLTFLoader().loadAsync(pin.url)
  const scene = new Scene()
  const background = plainColor(pin.background)
  const isPainted = readGradient(pin.background) !== undefined || (background.length === 9 && background.endsWith('00'))
  scene.background = isPainted ? null : new Color(background.slice(0, 7))
  const pivot = new Group().add(model)
  scene.add(pivot, new AmbientLight('#ffffff', 1.2))
  const sun = new DirectionalLight('#ffffff', 2.2)
  sun.position.set(3, 5, 4)
  scene.add(sun)

  const renderer = new WebGLRenderer({ antialias: true, alpha: true })
  const camera = new PerspectiveCamera(40, 1, 0.01, 1e4)
  const controls = new OrbitControls(camera, renderer.domElement)
  const box = new Box3().setFromObject(model)
  frameModel(camera, controls, box)
  controls.saveState()
  model.updateMatrixWorld(true)
  const toModel = model.matrixWorld.clone().invert()
  const centre = box.getCenter(new Vector3())
  let isDirty = true
  let size = ''
  let last = 0
  controls.addEventListener('change', () => {
    isDirty = true
    wake()
  })

  const view: ModelView = {
    canvas: renderer.domElement,
    turnsPerMinute: pin.turnsPerMinute,
    project([x, y, z]) {
      const { min, max } = box
      // The box is that of the model before rotation; the matrices apply the current rotation to the point.
      const at = new Vector3(min.x + x * (max.x - min.x), min.y + y * (max.y - min.y), min.z + z * (max.z - min.z))
      at.applyMatrix4(toModel).applyMatrix4(model.matrixWorld).project(camera)
      return at.z > 1 ? null : { x: (at.x + 1) / 2, y: (1 - at.y) / 2 }
    },
    rotate(right, up) {
      controls.rotateLeft(right)
      controls.rotateUp(-up)
    },
    zoom: (factor) => controls.dollyIn(1 / factor),
    reset: () => controls.reset(),
    mirror(across, upsideDown) {
      for (const [axis, isMirrored] of [
        ['x', across],
        ['y', upsideDown],
      ] as const) {
        if (pivot.scale[axis] < 0 === isMirrored) continue
        pivot.scale[axis] *= -1
        pivot.position[axis] = isMirrored ? 2 * centre[axis] : 0
        for (const point of [camera.position, controls.target, controls.position0, controls.target0])
          point[axis] = 2 * centre[axis] - point[axis]
      }
      controls.update()
      isDirty = true
    },
    frame(nowMs, width, height) {
      if (size !== `${width} ${height}`) {
        size = `${width} ${height}`
        renderer.setPixelRatio(Math.min(2, devicePixelRatio))
        renderer.setSize(width, height)
        if (isPainted) renderer.domElement.style.background = cssFill(pin.background, width, height)
        camera.aspect = width / Math.max(1, height)
        camera.updateProjectionMatrix()
        isDirty = true
      }
      const elapsedMs = Math.min(100, nowMs - last)
      last = nowMs
      if (view.turnsPerMinute !== 0) {
        model.rotation.y += (view.turnsPerMinute / 60_000) * elapsedMs * 2 * Math.PI
        isDirty = true
      }
      if (isDirty) renderer.render(scene, camera)
      isDirty = false
      return view.turnsPerMinute !== 0
    },
    destroy() {
      controls.dispose()
      model.traverse(free)
      renderer.dispose()
      renderer.forceContextLoss()
    },
  }
  return view
}

/** Places the camera slightly above and to the side, far enough away to show the whole model. */
function frameModel(camera: PerspectiveCamera, controls: OrbitControls, box: Box3): void {
  const centre = box.getCenter(new Vector3())
  const reach = Math.max(1e-3, box.getSize(new Vector3()).length() / 2)
  camera.position
    .copy(centre)
    .add(new Vector3(0.6, 0.45, 1).normalize().multiplyScalar(reach / Math.sin((camera.fov * Math.PI) / 360)))
  camera.near = reach / 100
  camera.far = reach * 100
  controls.target.copy(centre)
  controls.update()
}

function free(part: Object3D): void {
  if (!(part instanceof Mesh)) return
  part.geometry.dispose()
  const materials: readonly Material[] = Array.isArray(part.material) ? part.material : [part.material]
  for (const material of materials) material.dispose()
}
