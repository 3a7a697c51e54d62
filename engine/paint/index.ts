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
} from './brush.ts'
export type { PictureCanvas, PicturePainter, PicturePainters } from './images.ts'
export { fontFamilies } from './glyphs.ts'
export { mirrorTextStyle } from './mirroring.ts'
export { ListBrush, listPrimitives } from './listBrush.ts'
export type { Primitive } from './listBrush.ts'
export { renderSvg } from './svg.ts'
export type { SvgOptions } from './svg.ts'
export { pictureAddresses, withPictures } from './svgPictures.ts'
export type { PaintedPictures } from './svgBrush.ts'
export { SvgBrush } from './svgBrush.ts'
