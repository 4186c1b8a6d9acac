// One photo a turn: taken by the tablet or a phone, made small here, read there, shown as a proposal.

import { postFile } from "./api.js";
import { el } from "./dom.js";
import { t } from "./texts.js";

/** Letters are read as well in pictures of this size as in larger ones. */
const LONGEST_PX = 1600;
const QUALITY = 0.85;

/** A photo small enough to be sent soon; as it is where this browser cannot make it small. */
async function shrunk(file) {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const ratio = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height));
    const canvas = el("canvas", { width: Math.round(picture.width * ratio), height: Math.round(picture.height * ratio) });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return (await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY))) ?? file;
  } catch {
    return file; // the companion says what is wrong with it
  }
}

/** The button that takes a photo of the board; null where none can be read. */
export function photoButton(way) {
  if (!way.page.photos || !way.page.host) return null;
  const says = el("span", { role: "status" }, t("Photograph the board"));
  const file = el("input", { class: "sr", type: "file", accept: "image/*", capture: "environment" });
  file.addEventListener("change", async () => {
    const [photo] = file.files;
    file.value = "";
    if (!photo) return;
    way.refused("");
    says.textContent = t("Reading the photo …");
    file.disabled = true;
    try {
      const answer = await postFile("/api/photo", await shrunk(photo));
      way.refused(answer.photo.says);
    } catch (refusal) {
      way.refused(refusal.message);
    }
    file.disabled = false;
    says.textContent = t("Photograph the board");
  });
  return el("label", { class: "button photo", id: "photo" }, says, file);
}
