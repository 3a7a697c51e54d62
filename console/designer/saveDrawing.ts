import { saveFile } from '../kit/saveFile.ts'

/** Downloads a drawing as a file that can be imported again. */
export function saveDrawing(name: string, text: string): void {
  saveFile(name, 'json', new Blob([text], { type: 'application/json' }))
}
