export const longName = "Maximiliana Featherstonehaugh-Cholmondeley";
export const longLine =
  "The words here are much longer than any that we would write, so they take up more than one line on every phone.";
export const longAddress =
  "maximiliana.featherstonehaugh-cholmondeley@mail.neighborhood.example.com";
