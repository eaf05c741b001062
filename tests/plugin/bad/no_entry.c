int something_else;
