import type { Guide } from './guide.ts'
import { camera } from './pages/camera.ts'
import { designing } from './pages/designing.ts'
import { error } from './pages/error.ts'
import { introduction } from './pages/introduction.ts'
import { management } from './pages/management.ts'
import { mine } from './pages/mine.ts'
import { report } from './pages/report.ts'
import { street } from './pages/street.ts'
import { tunnel } from './pages/tunnel.ts'

/** All help pages, in menu order. */
export const guides: readonly Guide[] = [
  introduction,
  designing,
  street,
  tunnel,
  mine,
  camera,
  error,
  report,
  management,
]
