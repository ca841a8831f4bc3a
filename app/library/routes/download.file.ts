export { loader } from "./download";
