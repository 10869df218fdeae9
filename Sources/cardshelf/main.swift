print("cardshelf")
