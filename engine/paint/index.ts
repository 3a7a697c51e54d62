export type {
  Brush,
  FontFamily,
  ImageStyle,
  LineStyle,
  LiquidStyle,
  Picture,
  PolygonStyle,
  ShapeStyle,
  Size,
  TextStyle,
} from './brush/brush.ts'
export type { PictureCanvas, PicturePainter, PicturePainters } from './atlas/images.ts'
export { fontFamilies } from './atlas/glyphs.ts'
export { mirrorTextStyle } from './brush/mirroring.ts'
export { ListBrush, listPrimitives } from './brush/listBrush.ts'
export type { Primitive } from './brush/listBrush.ts'
export { renderSvg } from './svg/svg.ts'
export type { SvgOptions } from './svg/svg.ts'
export { pictureAddresses, withPictures } from './svg/svgPictures.ts'
export type { PaintedPictures } from './svg/svgBrush.ts'
export { SvgBrush } from './svg/svgBrush.ts'
