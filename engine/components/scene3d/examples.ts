import type { Examples } from '../examples.ts'

export const examples: Examples = {
  model: { url: '/models/pump.glb', borderWidth: 1 },
  cover: { cover: '/covers/pump.jpg', radius: 8 },
}
